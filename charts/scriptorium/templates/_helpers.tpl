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
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "scriptorium.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* What every process of ours reads, without any credential. */}}
{{- define "scriptorium.settings" -}}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{/* What the API and the controller read beyond that. */}}
{{- define "scriptorium.stores" -}}
- name: SCRIPTORIUM_NAMESPACE
  valueFrom: { fieldRef: { fieldPath: metadata.namespace } }
- name: SCRIPTORIUM_SECRET
  valueFrom: { secretKeyRef: { name: {{ include "scriptorium.secretName" . }}, key: secret } }
- name: SCRIPTORIUM_PROBER_URL
  value: http://{{ include "scriptorium.name" . }}-prober.{{ .Release.Namespace }}.svc:8080
- name: SCRIPTORIUM_FETCHER_URL
  value: http://{{ include "scriptorium.name" . }}-fetcher.{{ .Release.Namespace }}.svc:8080
- name: SCRIPTORIUM_INTERNAL_URL
  value: http://{{ include "scriptorium.name" . }}-internal.{{ .Release.Namespace }}.svc:8081
- name: SCRIPTORIUM_CONVERTER_POD
  valueFrom: { configMapKeyRef: { name: {{ include "scriptorium.name" . }}-converter, key: pod.json } }
{{ include "scriptorium.data" . }}
{{- end }}

{{/* The bucket and Redis, with their credentials. */}}
{{- define "scriptorium.data" -}}
- name: S3_BUCKET
  value: {{ .Values.s3.bucket | quote }}
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
{{- $s3 := .Values.s3.existingSecret | default (printf "%s-s3" (include "scriptorium.name" .)) }}
- name: AWS_ACCESS_KEY_ID
  valueFrom: { secretKeyRef: { name: {{ $s3 }}, key: accessKeyId } }
- name: AWS_SECRET_ACCESS_KEY
  valueFrom: { secretKeyRef: { name: {{ $s3 }}, key: secretAccessKey } }
- name: REDIS_URL
  valueFrom: { secretKeyRef: { name: {{ .Values.redis.existingSecret | default (printf "%s-redis" (include "scriptorium.name" .)) }}, key: url } }
{{- end }}

{{/* One of our four Deployments: (dict "root" $ "component" "api" "values" .Values.api "ports" (list …) "stores" true "account" "api") */}}
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
        # A change of what they read starts new pods.
        checksum/settings: {{ toJson (list $root.Values.settings $root.Values.s3 $root.Values.redis $root.Values.converter $root.Values.secret) | sha256sum }}
    spec:
      serviceAccountName: {{ include "scriptorium.name" $root }}-{{ .account }}
      automountServiceAccountToken: {{ .stores }}
      enableServiceLinks: false
      {{- with $root.Values.image.pullSecrets }}
      imagePullSecrets:
        {{- range . }}
        - name: {{ . }}
        {{- end }}
      {{- end }}
      securityContext:
        {{- include "scriptorium.podSecurity" $root | nindent 8 }}
      {{- if $root.Values.topologySpread.enabled }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "scriptorium.selector" (dict "root" $root "component" .component) | nindent 14 }}
      {{- end }}
      terminationGracePeriodSeconds: 30
      containers:
        - name: {{ .component }}
          image: {{ include "scriptorium.image" $root }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          args: [{{ .component }}]
          env:
            - name: SCRIPTORIUM_PORT
              value: "8080"
            {{- include "scriptorium.settings" $root | nindent 12 }}
            {{- if .stores }}
            {{- include "scriptorium.stores" $root | nindent 12 }}
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
            failureThreshold: 60
          readinessProbe:
            httpGet: { path: {{ if eq .component "api" }}/readyz{{ else }}/healthz{{ end }}, port: 8080 }
            periodSeconds: 5
            timeoutSeconds: 3
          livenessProbe:
            httpGet: { path: /healthz, port: 8080 }
            periodSeconds: 20
            timeoutSeconds: 5
          resources:
            {{- toYaml .values.resources | nindent 12 }}
          securityContext:
            {{- include "scriptorium.containerSecurity" $root | nindent 12 }}
          volumeMounts:
            - name: scratch
              mountPath: /tmp
      volumes:
        - name: scratch
          emptyDir: { sizeLimit: 4Gi }
{{- end }}

{{/* The NetworkPolicy of one component: (dict "root" $ "component" "api" "ingress" (list …) "egress" (list …)) */}}
{{- define "scriptorium.policy" -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ include "scriptorium.name" .root }}-{{ .component }}
  labels:
    {{- include "scriptorium.labels" .root | nindent 4 }}
spec:
  podSelector:
    matchLabels:
      {{- include "scriptorium.selector" (dict "root" .root "component" .component) | nindent 6 }}
  policyTypes: [Ingress, Egress]
  {{- with .ingress }}
  ingress:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  egress:
    {{- toYaml .egress | nindent 4 }}
{{- end }}
