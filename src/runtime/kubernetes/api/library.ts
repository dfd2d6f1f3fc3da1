/**
 * The used parts of Kubernetes' own library. `npm run build` bundles it into one file, which loads in less than half of
 * the time and takes less memory (docs/decisions/014-api-server-client.md). No worker, converter or single machine
 * loads it.
 */
export {
  AppsV1Api,
  AuthenticationV1Api,
  BatchV1Api,
  CoordinationV1Api,
  CoreV1Api,
  createConfiguration,
  CustomObjectsApi,
  EventsV1Api,
  KubeConfig,
  ResponseContext,
  ServerConfiguration,
  V1MicroTime,
  wrapHttpLibrary,
} from '@kubernetes/client-node';
