import type { Language } from '../../../shared/player/languages.ts';

/** Texts of a video's page in the visitor's language; the player has its own. */
export interface WatchTexts {
  player: string;
  chapters: string;
  about: string;
  live: string;
  share: string;
  link: string;
  embedCode: string;
  /** `{time}` is the video's current time. */
  startAt: string;
  copy: string;
  copied: string;
  copyByHand: string;
  shareBySystem: string;
  others: string;
  notFound: string;
  notFoundHelp: string;
  private: string;
  privateHelp: string;
  expired: string;
  expiredHelp: string;
}

export const watchTexts: Readonly<Record<Language, WatchTexts>> = {
  en: {
    player: 'Video player',
    chapters: 'Chapters',
    about: 'About this video',
    live: 'Live',
    share: 'Share',
    link: 'Link',
    embedCode: 'Embed code',
    startAt: 'Start at {time}',
    copy: 'Copy',
    copied: 'Copied',
    copyByHand: 'Press Ctrl+C or ⌘C to copy the selected text.',
    shareBySystem: 'Share via another app',
    others: 'More videos',
    notFound: 'This video does not exist or was removed.',
    notFoundHelp: 'Check the link: a video ID has 11 characters.',
    private: 'This video is private.',
    privateHelp: 'You need a personal link to watch it. Ask the person who sent you here.',
    expired: 'The link to this video has expired.',
    expiredHelp: 'Go back to the previous page and reload it, or ask for a new link.',
  },
  es: {
    player: 'Reproductor de vídeo',
    chapters: 'Capítulos',
    about: 'Acerca de este vídeo',
    live: 'En directo',
    share: 'Compartir',
    link: 'Enlace',
    embedCode: 'Código de inserción',
    startAt: 'Empezar en {time}',
    copy: 'Copiar',
    copied: 'Copiado',
    copyByHand: 'Pulsa Ctrl+C o ⌘C para copiar el texto seleccionado.',
    shareBySystem: 'Compartir con otra aplicación',
    others: 'Más vídeos',
    notFound: 'Este vídeo no existe o se ha eliminado.',
    notFoundHelp: 'Comprueba el enlace: el ID de un vídeo tiene 11 caracteres.',
    private: 'Este vídeo es privado.',
    privateHelp: 'Necesitas un enlace personal para verlo. Pídeselo a quien te ha enviado aquí.',
    expired: 'El enlace a este vídeo ha caducado.',
    expiredHelp: 'Vuelve a la página anterior y recárgala, o pide un enlace nuevo.',
  },
  de: {
    player: 'Videoplayer',
    chapters: 'Kapitel',
    about: 'Über dieses Video',
    live: 'Live',
    share: 'Teilen',
    link: 'Link',
    embedCode: 'Einbettungscode',
    startAt: 'Starten bei {time}',
    copy: 'Kopieren',
    copied: 'Kopiert',
    copyByHand: 'Drücke Strg+C oder ⌘C, um den ausgewählten Text zu kopieren.',
    shareBySystem: 'Mit einer anderen App teilen',
    others: 'Weitere Videos',
    notFound: 'Dieses Video existiert nicht oder wurde entfernt.',
    notFoundHelp: 'Prüfe den Link: Eine Video-ID hat 11 Zeichen.',
    private: 'Dieses Video ist privat.',
    privateHelp:
      'Du brauchst einen persönlichen Link, um es anzusehen. Frag die Person, die dich hierher geschickt hat.',
    expired: 'Der Link zu diesem Video ist abgelaufen.',
    expiredHelp: 'Geh zur vorherigen Seite zurück und lade sie neu oder bitte um einen neuen Link.',
  },
  fr: {
    player: 'Lecteur vidéo',
    chapters: 'Chapitres',
    about: 'À propos de cette vidéo',
    live: 'En direct',
    share: 'Partager',
    link: 'Lien',
    embedCode: 'Code d’intégration',
    startAt: 'Démarrer à {time}',
    copy: 'Copier',
    copied: 'Copié',
    copyByHand: 'Appuyez sur Ctrl+C ou ⌘C pour copier le texte sélectionné.',
    shareBySystem: 'Partager avec une autre application',
    others: 'Autres vidéos',
    notFound: 'Cette vidéo n’existe pas ou a été supprimée.',
    notFoundHelp: 'Vérifiez le lien : l’identifiant d’une vidéo comporte 11 caractères.',
    private: 'Cette vidéo est privée.',
    privateHelp:
      'Il faut un lien personnel pour la regarder. Demandez-le à la personne qui vous a envoyé ici.',
    expired: 'Le lien vers cette vidéo a expiré.',
    expiredHelp: 'Revenez à la page précédente et rechargez-la, ou demandez un nouveau lien.',
  },
  ja: {
    player: '動画プレーヤー',
    chapters: 'チャプター',
    about: 'この動画について',
    live: 'ライブ',
    share: '共有',
    link: 'リンク',
    embedCode: '埋め込みコード',
    startAt: '{time}から開始',
    copy: 'コピー',
    copied: 'コピーしました',
    copyByHand: 'Ctrl+Cまたは⌘Cを押して、選択されたテキストをコピーしてください。',
    shareBySystem: '別のアプリで共有',
    others: 'その他の動画',
    notFound: 'この動画は存在しないか、削除されました。',
    notFoundHelp: 'リンクを確認してください。動画のIDは11文字です。',
    private: 'この動画は非公開です。',
    privateHelp: '視聴には個人用のリンクが必要です。リンクの送り主にお問い合わせください。',
    expired: 'この動画へのリンクの有効期限が切れました。',
    expiredHelp: '前のページに戻って再読み込みするか、新しいリンクを依頼してください。',
  },
  ar: {
    player: 'مشغّل الفيديو',
    chapters: 'الفصول',
    about: 'حول هذا الفيديو',
    live: 'مباشر',
    share: 'مشاركة',
    link: 'الرابط',
    embedCode: 'رمز التضمين',
    startAt: 'البدء عند {time}',
    copy: 'نسخ',
    copied: 'تم النسخ',
    copyByHand: 'اضغط على Ctrl+C أو Cmd+C لنسخ النص المحدد.',
    shareBySystem: 'المشاركة عبر تطبيق آخر',
    others: 'المزيد من الفيديوهات',
    notFound: 'هذا الفيديو غير موجود أو تمت إزالته.',
    notFoundHelp: 'تحقق من الرابط: معرّف الفيديو مكوّن من 11 حرفًا.',
    private: 'هذا الفيديو خاص.',
    privateHelp: 'تحتاج إلى رابط شخصي لمشاهدته. اطلبه ممن أرسلك إلى هنا.',
    expired: 'انتهت صلاحية رابط هذا الفيديو.',
    expiredHelp: 'ارجع إلى الصفحة السابقة وأعد تحميلها، أو اطلب رابطًا جديدًا.',
  },
};
