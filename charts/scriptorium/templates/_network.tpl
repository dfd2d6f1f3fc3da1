{{/*
Who may talk to whom. A kind of pod is one entry here, by the names of the rules below; network-policies.yaml makes a policy of each, which
denies all else. `ingress` names who may call, and on which port. Pods that open documents or URLs (worker, fetcher, converter) get no rule
that leads into private or link-local ranges which nobody named: `dns`, `s3`, `web`, `internal` and `leader` keep to that.
*/}}
{{- define "scriptorium.network.pods" -}}
api: { egress: [dns, apiServer, s3, redis, tasks, askers, leader, tracing, extra], ingress: { clients: 8080, converter: 8081, worker: 8081 } }
controller: { egress: [dns, apiServer, s3, redis, tasks, tracing, extra], ingress: { cluster: 8080, anyApi: 8082, worker: 8082 } }
worker: { egress: [dns, s3, internal, leader], ingress: {} }
fetcher: { egress: [dns, s3, web], ingress: { api: 8080, controller: 8080 } }
converter: { egress: [dns, s3, internal], ingress: {} }
uninstall: { egress: [dns, apiServer, s3], ingress: {} }
test: { egress: [dns, s3, redis, service], ingress: {} }
{{- range $name, $class := .Values.converterClasses }}
asker-{{ $name }}: { egress: [dns, asker-{{ $name }}], ingress: { api: 8080 } }
{{- end }}
{{- if .Values.devStores.enabled }}
redis: { egress: [], ingress: { api: 6379, controller: 6379, test: 6379 } }
s3: { egress: [], ingress: { clients: 7070 } }
{{- end }}
{{- end }}

{{/* Ranges that are not the public internet, as src/worker/fetcher/addresses.ts refuses them: {"v4": […], "v6": […]}. IPv6 is what of 2000::/3 is not public. 168.63.129.16 is the platform address inside Azure. */}}
{{- define "scriptorium.network.denied" -}}
{{- $v4 := list "0.0.0.0/8" "10.0.0.0/8" "100.64.0.0/10" "127.0.0.0/8" "168.63.129.16/32" "169.254.0.0/16" "172.16.0.0/12" "192.0.0.0/24" "192.0.2.0/24" "192.88.99.0/24" "192.168.0.0/16" "198.18.0.0/15" "198.51.100.0/24" "203.0.113.0/24" "224.0.0.0/4" "240.0.0.0/4" }}
{{- $v6 := list "2001::/23" "2001:db8::/32" "2002::/16" "3fff::/20" }}
{{- range .Values.networkPolicy.deniedCidrs }}
{{- if contains ":" . }}{{ $v6 = append $v6 . }}{{ else }}{{ $v4 = append $v4 . }}{{ end }}
{{- end }}
{{- dict "v4" $v4 "v6" $v6 | toJson }}
{{- end }}

{{/* Peers that select a component's pods: (dict "root" $ "components" (list …)) */}}
{{- define "scriptorium.network.peers" -}}
{{- $peers := list }}
{{- range .components }}{{ $peers = append $peers (dict "podSelector" (dict "matchLabels" (include "scriptorium.selector" (dict "root" $.root "component" .) | fromYaml))) }}{{ end }}
{{- dict "peers" $peers | toJson }}
{{- end }}

{{/* One rule: (dict "to" (list …) "ports" (list …) "protocols" (list "TCP")), as {"rules": […]}. No rule without `to` ever leaves here. */}}
{{- define "scriptorium.network.rule" -}}
{{- $ports := list }}
{{- range $port := .ports }}{{ range $protocol := ($.protocols | default (list "TCP")) }}{{ $ports = append $ports (dict "port" (int $port) "protocol" $protocol) }}{{ end }}{{ end }}
{{- if .to }}
{{- $rule := dict "to" .to }}{{ if $ports }}{{ $_ := set $rule "ports" $ports }}{{ end }}
{{- dict "rules" (list $rule) | toJson }}
{{- else }}{"rules": []}{{ end }}
{{- end }}

{{/* Where the stores are: what was named, the development stores, or with allowAll every address that `anywhere` has: (dict "root" $ "store" "s3" "anywhere" (list …)) */}}
{{- define "scriptorium.network.store" -}}
{{- $policy := index .root.Values.networkPolicy .store }}
{{- if .root.Values.devStores.enabled }}{{ include "scriptorium.network.peers" (dict "root" .root "components" (list .store)) }}
{{- else if $policy.allowAll }}{{ dict "peers" .anywhere | toJson }}
{{- else if $policy.to }}{{ dict "peers" $policy.to | toJson }}
{{- else }}{{ fail (printf "networkPolicy.%s.to is required. Set it to the pods or addresses of %s, such as networkPolicy.%s.to[0].ipBlock.cidr=10.0.5.0/24, or set networkPolicy.%s.allowAll=true to allow %s on its ports." .store (ternary "the object store" "Redis" (eq .store "s3")) .store .store (ternary "all public addresses" "all addresses" (eq .store "s3"))) }}
{{- end }}
{{- end }}

{{/* The ports of Redis, as a list. */}}
{{- define "scriptorium.network.redisPorts" -}}
{{- if .Values.devStores.enabled }}[6379]
{{- else if .Values.networkPolicy.redis.ports }}{{ toJson .Values.networkPolicy.redis.ports }}
{{- else if or .Values.redis.existingSecret (not .Values.redis.url) }}[6379, 6380]
{{- else }}
{{- $port := regexFind ":[0-9]+$" (urlParse .Values.redis.url).host | trimPrefix ":" }}
{{- list ($port | default "6379" | int) | toJson }}
{{- end }}
{{- end }}

{{/* The ports of the object store, as a list. */}}
{{- define "scriptorium.network.s3Ports" -}}
{{- if .Values.devStores.enabled }}[7070]
{{- else if .Values.networkPolicy.s3.ports }}{{ toJson .Values.networkPolicy.s3.ports }}
{{- else }}
{{- $url := urlParse (.Values.s3.endpoint | default "https://aws") }}
{{- $port := regexFind ":[0-9]+$" $url.host | trimPrefix ":" }}
{{- list ($port | default (ternary "80" "443" (eq $url.scheme "http")) | int) | toJson }}
{{- end }}
{{- end }}

{{/*
The cluster DNS: what was named, or wherever a cluster has it by default: pods in kube-system, pods of OpenShift (which listen on 5353), and on
port 53 the addresses of a cache on the node. That one has no pod address: it listens on a link-local address, or on that of the DNS Service,
which nothing tells a chart. Metadata services stay closed.
*/}}
{{- define "scriptorium.network.dns" -}}
{{- $dns := .Values.networkPolicy.dns }}
{{- $protocols := list "UDP" "TCP" }}
{{- if $dns.to }}{{ include "scriptorium.network.rule" (dict "to" $dns.to "ports" $dns.ports "protocols" $protocols) }}
{{- else }}
{{- $pods := dict "namespaceSelector" (dict "matchLabels" (dict "kubernetes.io/metadata.name" "kube-system")) "podSelector" (dict "matchExpressions" (list (dict "key" "k8s-app" "operator" "In" "values" (list "kube-dns" "node-local-dns")))) }}
{{- $openshift := dict "namespaceSelector" (dict "matchLabels" (dict "kubernetes.io/metadata.name" "openshift-dns")) }}
{{- $peers := list $pods (dict "ipBlock" (dict "cidr" "169.254.0.0/16" "except" (list "169.254.169.0/24" "169.254.170.0/24"))) (dict "ipBlock" (dict "cidr" "fc00::/7" "except" (list "fd00:ec2::/32"))) }}
{{- range list "10.0.0.0/8" "100.64.0.0/10" "172.16.0.0/12" "192.168.0.0/16" }}{{ $peers = append $peers (dict "ipBlock" (dict "cidr" .)) }}{{ end }}
{{- $local := include "scriptorium.network.rule" (dict "to" $peers "ports" (list 53) "protocols" $protocols) | fromJson }}
{{- $other := include "scriptorium.network.rule" (dict "to" (list $openshift) "ports" (list 5353) "protocols" $protocols) | fromJson }}
{{- dict "rules" (concat $local.rules $other.rules) | toJson }}
{{- end }}
{{- end }}

{{/* The collector of traces, on the port of its endpoint. */}}
{{- define "scriptorium.network.tracing" -}}
{{- $policy := .root.Values.networkPolicy.tracing }}
{{- with .root.Values.tracing.endpoint }}
{{- $url := urlParse . }}
{{- $port := regexFind ":[0-9]+$" $url.host | trimPrefix ":" | default (ternary "80" "443" (eq $url.scheme "http")) | int }}
{{- include "scriptorium.network.rule" (dict "to" ($policy.to | default $.anywhere) "ports" ($policy.ports | default (list $port))) }}
{{- else }}{"rules": []}{{ end }}
{{- end }}

{{/* All egress rules by name, as {NAME: {"rules": […]}}. */}}
{{- define "scriptorium.network.rules" -}}
{{- $policy := .Values.networkPolicy }}
{{- $denied := include "scriptorium.network.denied" . | fromJson }}
{{- $public := list (dict "ipBlock" (dict "cidr" "0.0.0.0/0" "except" $denied.v4)) (dict "ipBlock" (dict "cidr" "2000::/3" "except" $denied.v6)) }}
{{- $notLinkLocal := list (dict "ipBlock" (dict "cidr" "0.0.0.0/0" "except" (list "169.254.0.0/16"))) (dict "ipBlock" (dict "cidr" "::/0" "except" (list "fe80::/10" "fd00:ec2::254/128"))) }}
{{- $web := $public }}
{{- range splitList "," (default "" .Values.settings.SCRIPTORIUM_ALLOWED_URL_NETS) }}{{ with trim . }}{{ $web = append $web (dict "ipBlock" (dict "cidr" .)) }}{{ end }}{{ end }}
{{- $rules := dict
  "dns" (include "scriptorium.network.dns" . | fromJson)
  "apiServer" (include "scriptorium.network.rule" (dict "to" ($policy.apiServer.to | default $notLinkLocal) "ports" $policy.apiServer.ports) | fromJson)
  "s3" (include "scriptorium.network.rule" (dict "to" (include "scriptorium.network.store" (dict "root" . "store" "s3" "anywhere" $public) | fromJson).peers "ports" (include "scriptorium.network.s3Ports" . | fromJsonArray)) | fromJson)
  "redis" (include "scriptorium.network.rule" (dict "to" (include "scriptorium.network.store" (dict "root" . "store" "redis" "anywhere" $notLinkLocal) | fromJson).peers "ports" (include "scriptorium.network.redisPorts" . | fromJsonArray)) | fromJson)
  "web" (include "scriptorium.network.rule" (dict "to" $web) | fromJson)
  "tasks" (include "scriptorium.network.rule" (dict "to" (include "scriptorium.network.peers" (dict "root" . "components" (list "fetcher")) | fromJson).peers "ports" (list 8080)) | fromJson)
  "leader" (include "scriptorium.network.rule" (dict "to" (list (dict "podSelector" (dict "matchLabels" (dict "app.kubernetes.io/name" "scriptorium" "app.kubernetes.io/component" "controller")))) "ports" (list 8082)) | fromJson)
  "internal" (include "scriptorium.network.rule" (dict "to" (include "scriptorium.network.peers" (dict "root" . "components" (list "api")) | fromJson).peers "ports" (list 8081)) | fromJson)
  "service" (include "scriptorium.network.rule" (dict "to" (include "scriptorium.network.peers" (dict "root" . "components" (list "api")) | fromJson).peers "ports" (list 8080)) | fromJson)
  "tracing" (include "scriptorium.network.tracing" (dict "root" . "anywhere" $notLinkLocal) | fromJson)
  "extra" (dict "rules" $policy.extraEgress)
}}
{{- $askers := list }}
{{- range $name, $class := .Values.converterClasses }}
{{- $component := printf "asker-%s" $name }}
{{- $askers = append $askers $component }}
{{- $port := regexFind ":[0-9]+$" (urlParse $class.endpoint).host | trimPrefix ":" | default (ternary "80" "443" (hasPrefix "http:" (lower $class.endpoint))) }}
{{- $_ := set $rules $component (include "scriptorium.network.rule" (dict "to" $class.to "ports" ($class.ports | default (list $port))) | fromJson) }}
{{- end }}
{{- $_ := set $rules "askers" (include "scriptorium.network.rule" (dict "to" (include "scriptorium.network.peers" (dict "root" . "components" $askers) | fromJson).peers "ports" (list 8080)) | fromJson) }}
{{- toJson $rules }}
{{- end }}

{{/* Who may call: a component, `anyApi` (that of every release in the namespace), `clients` (anybody) or `cluster` (any pod). As {"rules": […]}: (dict "root" $ "ingress" {WHO: PORT}) */}}
{{- define "scriptorium.network.ingress" -}}
{{- $rules := list }}
{{- range $who, $port := .ingress }}
{{- $rule := dict "ports" (list (dict "port" (int $port) "protocol" "TCP")) }}
{{- if eq $who "cluster" }}{{ $_ := set $rule "from" (list (dict "namespaceSelector" dict)) }}
{{- else if eq $who "anyApi" }}{{ $_ := set $rule "from" (list (dict "podSelector" (dict "matchLabels" (dict "app.kubernetes.io/name" "scriptorium" "app.kubernetes.io/component" "api")))) }}
{{- else if ne $who "clients" }}{{ $_ := set $rule "from" (include "scriptorium.network.peers" (dict "root" $.root "components" (list $who)) | fromJson).peers }}{{ end }}
{{- $rules = append $rules $rule }}
{{- end }}
{{- dict "rules" $rules | toJson }}
{{- end }}
