{{- define "scriptorium.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}{{ end -}}
{{- end }}

{{- define "scriptorium.labels" -}}
app.kubernetes.io/name: scriptorium
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{/* Labels that select a component's pods: (dict "root" $ "component" "api") */}}
{{- define "scriptorium.selector" -}}
app.kubernetes.io/name: scriptorium
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "scriptorium.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "scriptorium.secretName" -}}
{{ .Values.secret.existingSecret | default (printf "%s-token" (include "scriptorium.name" .)) }}
{{- end }}

{{- define "scriptorium.s3Endpoint" -}}
{{- if .Values.devStores.enabled }}http://{{ include "scriptorium.name" . }}-s3.{{ .Release.Namespace }}.svc:7070{{ else }}{{ .Values.s3.endpoint }}{{ end -}}
{{- end }}

{{- define "scriptorium.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: {{ toJson .Values.seccompProfile }}
{{- end }}

{{/* PriorityClasses belong to the cluster, so the namespace is part of the name: (dict "root" $ "class" "service") */}}
{{- define "scriptorium.priorityClass" -}}
{{ include "scriptorium.name" .root }}-{{ .root.Release.Namespace }}-{{ .class }}
{{- end }}

{{/* What the specs of all pods of the chart have in common: (dict "root" $ "component" "api") */}}
{{- define "scriptorium.podFields" -}}
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  {{- include "scriptorium.podSecurity" .root | nindent 2 }}
{{- with include "scriptorium.placement" . | fromJson }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Certificate authorities beside the public ones: environment, mount and volume, or nothing without caBundle. */}}
{{- define "scriptorium.ca.env" -}}
{{- if .Values.caBundle.existingConfigMap }}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/scriptorium/ca/ca.crt
{{- end }}
{{- end }}

{{- define "scriptorium.ca.mount" -}}
{{- if .Values.caBundle.existingConfigMap }}
- { name: ca, mountPath: /etc/scriptorium/ca, readOnly: true }
{{- end }}
{{- end }}

{{- define "scriptorium.ca.volume" -}}
{{- with .Values.caBundle }}
{{- if .existingConfigMap }}
- name: ca
  configMap:
    name: {{ .existingConfigMap }}
    items: [{ key: {{ .key }}, path: ca.crt }]
{{- end }}
{{- end }}
{{- end }}

{{/*
Where and how a pod runs, as JSON: the values of the component, and the values of all pods for those that it does not set.
(dict "root" $ "component" "api")
*/}}
{{- define "scriptorium.placement" -}}
{{- $root := .root }}
{{- $own := index $root.Values .component | default dict }}
{{- $fields := dict }}
{{- range $field := list "nodeSelector" "tolerations" "affinity" "topologySpreadConstraints" "priorityClassName" "runtimeClassName" }}
{{- with get $own $field | default (get $root.Values $field) }}{{ $_ := set $fields $field . }}{{ end }}
{{- end }}
{{- with $fields.topologySpreadConstraints }}
{{- $selector := dict "labelSelector" (dict "matchLabels" (include "scriptorium.selector" $ | fromYaml)) }}
{{- $constraints := list }}{{ range . }}{{ $constraints = append $constraints (merge (deepCopy .) $selector) }}{{ end }}
{{- $_ := set $fields "topologySpreadConstraints" $constraints }}
{{- end }}
{{- if and $root.Values.priorityClasses.create (not $fields.priorityClassName) }}
{{- $_ := set $fields "priorityClassName" (include "scriptorium.priorityClass" (dict "root" $root "class" (ternary "converter" "service" (eq .component "converter")))) }}
{{- end }}
{{- range list $root.Values $own }}
{{- if kindIs "bool" .hostUsers }}{{ $_ := set $fields "hostUsers" .hostUsers }}{{ end }}
{{- end }}
{{- toJson $fields }}
{{- end }}

{{- define "scriptorium.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* Environment of all processes. Contains no credentials. */}}
{{- define "scriptorium.settings" -}}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{/* What the fetcher and the askers ask for. The service generates it, and a Secret that somebody else made has to hold it. */}}
{{- define "scriptorium.fetcherToken" -}}
- name: SCRIPTORIUM_FETCHER_TOKEN
  valueFrom: { secretKeyRef: { name: {{ include "scriptorium.secretName" . }}, key: fetcher } }
{{- end }}

{{/* Where the API and the controller send traces. Other pods open documents or URLs: they tell their steps to these two. */}}
{{- define "scriptorium.tracing" -}}
{{- with .Values.tracing }}
{{- if .endpoint }}
- name: OTEL_EXPORTER_OTLP_ENDPOINT
  value: {{ .endpoint | quote }}
{{- if not .env.OTEL_RESOURCE_ATTRIBUTES }}
- name: OTEL_RESOURCE_ATTRIBUTES
  value: k8s.namespace.name={{ $.Release.Namespace }}
{{- end }}
{{- with .headersSecret }}
- name: OTEL_EXPORTER_OTLP_HEADERS
  valueFrom: { secretKeyRef: { name: {{ . }}, key: headers } }
{{- end }}
{{- end }}
{{- range $name, $value := .env }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
{{- end }}

{{/* Additional environment of the API and the controller. */}}
{{- define "scriptorium.stores" -}}
- name: SCRIPTORIUM_NAMESPACE
  valueFrom: { fieldRef: { fieldPath: metadata.namespace } }
{{- if .Values.secret.existingSecret }}
- name: SCRIPTORIUM_SECRET
  valueFrom: { secretKeyRef: { name: {{ .Values.secret.existingSecret }}, key: secret } }
{{ include "scriptorium.fetcherToken" . }}
{{- else }}
- name: SCRIPTORIUM_SECRET_NAME
  value: {{ include "scriptorium.secretName" . }}
{{- end }}
- name: SCRIPTORIUM_LEADER_URL
  value: http://{{ include "scriptorium.name" . }}-leader:8082
- name: SCRIPTORIUM_WORKERS
  valueFrom: { configMapKeyRef: { name: {{ include "scriptorium.name" . }}-converter, key: workers.json } }
- name: SCRIPTORIUM_FETCHER_URL
  value: http://{{ include "scriptorium.name" . }}-fetcher:8080
{{- if .Values.converterClasses }}
- name: SCRIPTORIUM_ASKER_URL
  value: http://{{ include "scriptorium.name" . }}-asker-*:8080
{{- end }}
- name: SCRIPTORIUM_INTERNAL_URL
  value: http://{{ include "scriptorium.name" . }}-internal:8081
- name: SCRIPTORIUM_CONVERTER_POD
  valueFrom: { configMapKeyRef: { name: {{ include "scriptorium.name" . }}-converter, key: pod.json } }
{{ include "scriptorium.data" . }}
{{- end }}

{{/* The bucket and Redis, with their credentials. */}}
{{- define "scriptorium.data" -}}
{{ include "scriptorium.s3" . }}
- name: REDIS_PREFIX
  value: {{ .Values.redis.prefix | quote }}
- name: REDIS_URL
  valueFrom: { secretKeyRef: { name: {{ .Values.redis.existingSecret | default (printf "%s-redis" (include "scriptorium.name" .)) }}, key: url } }
{{- end }}

{{/* Name of the Secret that the chart makes for the S3 key. Empty without one: then the AWS SDK finds credentials itself. */}}
{{- define "scriptorium.s3.ownSecret" -}}
{{- if and (not .Values.s3.existingSecret) (or .Values.devStores.enabled .Values.s3.accessKeyId) }}{{ include "scriptorium.name" . }}-s3{{ end -}}
{{- end }}

{{- define "scriptorium.s3" -}}
- name: S3_BUCKET
  value: {{ .Values.s3.bucket | quote }}
- name: S3_PREFIX
  value: {{ .Values.s3.prefix | quote }}
{{- if or .Values.s3.createBucket .Values.devStores.enabled }}
- name: S3_CREATE_BUCKET
  value: "true"
{{- end }}
- name: S3_REGION
  value: {{ .Values.s3.region | quote }}
{{- with include "scriptorium.s3Endpoint" . }}
- name: S3_ENDPOINT
  value: {{ . | quote }}
{{- end }}
{{- with .Values.s3.publicEndpoint }}
- name: S3_PUBLIC_ENDPOINT
  value: {{ . | quote }}
{{- end }}
{{- with .Values.s3.existingSecret | default (include "scriptorium.s3.ownSecret" .) }}
- name: AWS_ACCESS_KEY_ID
  valueFrom: { secretKeyRef: { name: {{ . }}, key: accessKeyId } }
- name: AWS_SECRET_ACCESS_KEY
  valueFrom: { secretKeyRef: { name: {{ . }}, key: secretAccessKey } }
- name: AWS_SESSION_TOKEN
  valueFrom: { secretKeyRef: { name: {{ . }}, key: sessionToken, optional: true } }
{{- end }}
{{- end }}

{{/* A Deployment of a server: (dict "root" $ "component" "api" "values" .Values.api "ports" (list …) "stores" true "account" "api"), and for others than the component `program`, and `env` */}}
{{- define "scriptorium.deployment" -}}
{{- $root := .root }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "scriptorium.name" $root }}-{{ .component }}
  labels:
    {{- include "scriptorium.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
spec:
  {{- if not (and (eq .component "api") .values.autoscaling.enabled) }}
  replicas: {{ .values.replicas }}
  {{- end }}
  selector:
    matchLabels:
      {{- include "scriptorium.selector" (dict "root" $root "component" .component) | nindent 6 }}
  strategy:
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  template:
    metadata:
      labels:
        {{- include "scriptorium.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ .component }}
      annotations:
        # Restarts the pods when their configuration changes.
        checksum/settings: {{ toJson (list $root.Values.settings $root.Values.s3 $root.Values.redis $root.Values.converter $root.Values.worker $root.Values.secret $root.Values.caBundle $root.Values.tracing) | sha256sum }}
    spec:
      serviceAccountName: {{ include "scriptorium.name" $root }}-{{ .account }}
      automountServiceAccountToken: {{ .stores }}
      {{- include "scriptorium.podFields" (dict "root" $root "component" .component) | nindent 6 }}
      {{- if and $root.Values.topologySpread.enabled (not (include "scriptorium.placement" (dict "root" $root "component" .component) | fromJson).topologySpreadConstraints) }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "scriptorium.selector" (dict "root" $root "component" .component) | nindent 14 }}
      {{- end }}
      # The API: 5 seconds until no request is sent here, 3 to drain connections, 25 for open requests.
      terminationGracePeriodSeconds: {{ ternary 45 30 (eq .component "api") }}
      containers:
        - name: {{ .component }}
          image: {{ include "scriptorium.image" $root }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          args: [{{ .program | default .component }}]
          env:
            - name: SCRIPTORIUM_PORT
              value: "8080"
            {{- include "scriptorium.settings" $root | nindent 12 }}
            {{- include "scriptorium.ca.env" $root | nindent 12 }}
            {{- if not .stores }}
            {{- include "scriptorium.fetcherToken" $root | nindent 12 }}
            {{- end }}
            {{- with .env }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
            {{- if .stores }}
            {{- include "scriptorium.stores" $root | nindent 12 }}
            {{- include "scriptorium.tracing" $root | nindent 12 }}
            - name: SCRIPTORIUM_DATA_DIR
              value: /tmp
            {{- end }}
          ports:
            {{- range .ports }}
            - name: {{ .name }}
              containerPort: {{ .port }}
            {{- end }}
          startupProbe:
            httpGet: { path: /healthz, port: 8080 }
            periodSeconds: 1
            # A process that starts in an outage waits for its stores; one that is restarted again and again comes late.
            failureThreshold: 900
          readinessProbe:
            httpGet: { path: {{ if eq .component "api" }}/readyz{{ else }}/healthz{{ end }}, port: 8080 }
            periodSeconds: 5
            timeoutSeconds: 3
          livenessProbe:
            httpGet: { path: /healthz, port: 8080 }
            periodSeconds: 20
            timeoutSeconds: 5
          {{- if eq .component "api" }}
          lifecycle:
            preStop: { sleep: { seconds: 5 } }
          {{- end }}
          # `kubectl describe pod` then says why the process did not start.
          terminationMessagePolicy: FallbackToLogsOnError
          resources:
            {{- toYaml .values.resources | nindent 12 }}
          securityContext:
            {{- include "scriptorium.containerSecurity" $root | nindent 12 }}
          volumeMounts:
            - name: scratch
              mountPath: /tmp
            {{- include "scriptorium.ca.mount" $root | nindent 12 }}
      volumes:
        - name: scratch
          # Only the fetcher writes documents there.
          emptyDir: { sizeLimit: {{ ternary "256Mi" "4Gi" .stores }} }
        {{- include "scriptorium.ca.volume" $root | nindent 8 }}
{{- end }}

{{/* Rules that the Roles of the API and the controller share. */}}
{{- define "scriptorium.rbac.installation" -}}
# To check that the namespace and the bucket belong to this installation.
- apiGroups: [""]
  resources: [namespaces]
  resourceNames: [{{ .Release.Namespace }}]
  verbs: [get]
- apiGroups: [""]
  resources: [configmaps]
  verbs: [create]
- apiGroups: [""]
  resources: [configmaps]
  resourceNames: [scriptorium-installation]
  verbs: [get]
{{- if not .Values.secret.existingSecret }}
# The service secret. The first process that starts generates it.
- apiGroups: [""]
  resources: [secrets]
  resourceNames: [{{ include "scriptorium.secretName" . }}]
  verbs: [get, patch]
{{- end }}
{{- end }}

{{/* What both containers of a worker know. */}}
{{- define "scriptorium.worker.env" -}}
- name: SCRIPTORIUM_INPUT_DIR
  value: /input
- name: SCRIPTORIUM_RUNNER_SOCKET
  value: /run/scriptorium/runner.sock
{{- if .Values.converter.ocrData.existingClaim }}
- name: SCRIPTORIUM_OCR_DATA_DIR
  value: /ocr
{{- end }}
{{- end }}
