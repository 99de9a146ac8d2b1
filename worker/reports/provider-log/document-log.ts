import type { ServicesConfig } from '../../../shared/rpc/rpc.ts';
import { providerLogUrl } from '../../../shared/telemetry/provider-log-url.ts';
import { createPostText } from '../../events/sending/post-text.ts';
import type { NewsPost } from '../../services/news-post.ts';
import type { Platform } from '../../services/platform.ts';
import { createProviderLog, type ProviderLog } from './provider-log.ts';

/**
 * The provider's log of one document. It may go to another server, which need not accept what the
 * intake accepts.
 */
export function createDocumentLog(
  world: Platform & ServicesConfig,
  tell: NewsPost['tell'],
): ProviderLog {
  const url = providerLogUrl(world);
  const postText = createPostText({ ...world, origin: new URL(url).origin });
  return createProviderLog({ ...world, url, postText, tell });
}
