import {
  AppsV1Api,
  AuthenticationV1Api,
  BatchV1Api,
  CoordinationV1Api,
  CoreV1Api,
  createConfiguration,
  CustomObjectsApi,
  EventsV1Api,
  ResponseContext,
  ServerConfiguration,
  wrapHttpLibrary,
} from './library.ts';
import { CALL_MS, openTransport, type Method, type Transport, type TransportOptions } from './transport.ts';

/**
 * The typed clients of `@kubernetes/client-node` over our transport, and what they lack: a watch, and lists and
 * resources of any kind as plain JSON. All throw `ApiServerError` for any answer but 2xx.
 *
 * Objects from the clients have times as `Date`s; watched objects, and ConversionJobs, have them as text.
 */
export interface KubeClient extends Pick<Transport, 'call' | 'stream' | 'close'> {
  readonly apps: AppsV1Api;
  readonly authentication: AuthenticationV1Api;
  readonly batch: BatchV1Api;
  /** With a shorter time limit. */
  readonly coordination: CoordinationV1Api;
  readonly core: CoreV1Api;
  readonly customObjects: CustomObjectsApi;
  readonly events: EventsV1Api;
}

/** A call that a dead connection swallowed must not cost the lease. */
const LEASE_MS = 4000;

export function createKubeClient(options: TransportOptions): KubeClient {
  const transport = openTransport(options);
  const within = (limitMs: number): ReturnType<typeof createConfiguration> =>
    createConfiguration({
      baseServer: new ServerConfiguration(options.access.server, {}),
      httpApi: wrapHttpLibrary({
        send: async (request) => {
          const [method, url] = [request.getHttpMethod() as Method, new URL(request.getUrl())];
          const body = request.getBody() as string | undefined;
          const text = await transport.send(method, url, body, AbortSignal.timeout(limitMs));
          return new ResponseContext(200, JSON_TYPE, {
            text: () => Promise.resolve(text),
            binary: () => Promise.resolve(Buffer.from(text)),
            stream: () => null,
          });
        },
      }),
    });
  const [usual, short] = [within(CALL_MS), within(LEASE_MS)];
  return {
    ...transport,
    apps: new AppsV1Api(usual),
    authentication: new AuthenticationV1Api(usual),
    batch: new BatchV1Api(usual),
    coordination: new CoordinationV1Api(short),
    core: new CoreV1Api(usual),
    customObjects: new CustomObjectsApi(usual),
    events: new EventsV1Api(usual),
  };
}

const JSON_TYPE = { 'content-type': 'application/json' };
