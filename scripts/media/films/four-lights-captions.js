import { parseCaptions } from '../captions/parse-captions.js';

/** Captions of sounds and pictures in Four Lights, for viewers who cannot hear or see them. */
export const fourLightsCaptions = parseCaptions(
  ['en', 'es', 'ar'],
  `
0.5 4.5
[Soft, low chords] / Before sunrise, the lake lies still.
[Acordes suaves y graves] / Antes del amanecer, el lago está en calma.
[أنغام هادئة وعميقة] / قبل شروق الشمس، البحيرة ساكنة.

5 9.5
The first light turns the sky from violet to pink.
La primera luz tiñe el cielo de violeta a rosa.
يحوّل الضوء الأول لون السماء من البنفسجي إلى الوردي.

10.5 15
A small sailing boat drifts in from the left.
Un pequeño velero entra despacio por la izquierda.
يدخل قارب شراعي صغير ببطء من جهة اليسار.

16.5 20.5
[The music brightens] / The sky clears to blue.
[La música se vuelve más luminosa] / El cielo se aclara hasta el azul.
[تصبح الموسيقى أكثر إشراقًا] / تصفو السماء وتصير زرقاء.

21 25.5
White clouds pass slowly above the hills.
Nubes blancas pasan despacio sobre las colinas.
تمرّ غيوم بيضاء ببطء فوق التلال.

27 31
The sun is high, and the water shines.
El sol está en lo alto y el agua brilla.
الشمس عالية في السماء، والماء يلمع.

32.5 36.5
[Warmer chords] / The light turns to gold.
[Acordes más cálidos] / La luz se vuelve dorada.
[أنغام أكثر دفئًا] / يتحوّل الضوء إلى لون الذهب.

37.5 41.5
The hills darken, one behind the other.
Las colinas se oscurecen, una tras otra.
تُظلم التلال، الواحدة خلف الأخرى.

42.5 46.5
The sun slips behind the hills.
El sol se esconde detrás de las colinas.
تختفي الشمس خلف التلال.

48.5 52
[Quiet, dark chords] / Now it is night.
[Acordes tranquilos y oscuros] / Ahora es de noche.
[أنغام هادئة وداكنة] / حلّ الليل الآن.

52.5 57
The stars come out, and the moon rises.
Aparecen las estrellas y sale la luna.
تظهر النجوم ويطلع القمر.

58.5 63
[The last chord fades] / The little boat sails on.
[El último acorde se apaga] / El pequeño velero sigue su camino.
[يتلاشى النغم الأخير] / يواصل القارب الصغير رحلته.
`,
);
