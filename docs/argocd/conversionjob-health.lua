-- Health of ConversionJobs in Argo CD: resource.customizations.health.scriptorium.dev_ConversionJob in the ConfigMap
-- argocd-cm (docs/cluster.md).
local status = obj.status or {}
local state = status.state or "queued"
local health = { status = "Progressing", message = status.message or state }

local seen = status.observedGeneration or 0
local wanted = obj.metadata.generation or seen
if seen ~= wanted then
  return health
end

if state == "succeeded" or state == "expired" then
  health.status = "Healthy"
elseif state == "canceled" or state == "input_required" then
  -- Nothing goes on until somebody acts.
  health.status = "Suspended"
elseif state == "failed" then
  health.status = "Degraded"
  health.message = (status.errorCode or "failed") .. ": " .. (status.error or "")
else
  local reconciling, stalled = false, nil
  for _, condition in ipairs(status.conditions or {}) do
    if condition.status == "True" and condition.type == "Reconciling" then
      reconciling = true
    elseif condition.status == "True" and condition.type == "Stalled" then
      stalled = condition
    end
  end
  -- What waits for its turn is both.
  if stalled and not reconciling then
    health.status = "Degraded"
    health.message = stalled.reason .. ": " .. (stalled.message or "")
  end
end
return health
