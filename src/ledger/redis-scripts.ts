/**
 * The ledger's operations as Lua, each atomic and each asking first whether the ledger is ready: its epoch has to be
 * this very run of the server. A server that was flushed has none; one that restarted or was promoted may have come
 * back with an older state than was answered, so its balances are not believed either until they were rebuilt.
 *
 * KEYS: 1 epoch, 2 accounts (hash of `g:`, `s:` and `h:` + workspace: granted, settled, held), 3 holds (hash, job →
 * `credits:workspace`), 4 the job's end (or the grants, where a script says so). Amounts pass as decimal text: a Lua
 * number prints as 1e+15.
 */
const PRELUDE = `
local function run_id()
  local info = redis.pcall('INFO', 'server')
  return type(info) == 'string' and string.match(info, 'run_id:(%w+)') or 'unknown'
end
local function text(n) return string.format('%.0f', n) end
local function field(name) return tonumber(redis.call('HGET', KEYS[2], name) or '0') end
local function set(name, n) redis.call('HSET', KEYS[2], name, text(n)) end
local function available(ws) return field('g:' .. ws) - field('s:' .. ws) - field('h:' .. ws) end
local function hold_of(job)
  local there = redis.call('HGET', KEYS[3], job)
  if not there then return nil end
  local credits, ws = string.match(there, '^(%d+):(.*)$')
  return tonumber(credits), ws
end
`;
const READY = `if redis.call('GET', KEYS[1]) ~= run_id() then return {'not_ready'} end
`;
const script = (body: string): string => PRELUDE + READY + body;

export const SCRIPTS = {
  /** ARGV: channel. Returns `not_ready` or `ready`. */
  ready: script(`return {'ready'}`),

  /** KEYS 4: grants. ARGV: channel, grant, workspace, credits. Returns the balance. */
  grant: script(`
local ws = ARGV[3]
if redis.call('SADD', KEYS[4], ARGV[2]) == 1 then
  set('g:' .. ws, field('g:' .. ws) + tonumber(ARGV[4]))
  redis.call('PUBLISH', ARGV[1], ws)
end
return {'balance', text(field('g:' .. ws)), text(field('s:' .. ws)), text(field('h:' .. ws))}`),

  /** ARGV: channel, job, workspace, credits. Returns held, refused, unknown or ended. */
  setHold: script(`
local job, ws, credits = ARGV[2], ARGV[3], tonumber(ARGV[4])
if redis.call('EXISTS', KEYS[4]) == 1 then return {'ended'} end
local held, owner = hold_of(job)
held, ws = held or 0, owner or ws
if field('g:' .. ws) == 0 then return {'unknown'} end
local free = available(ws)
if credits - held > free then return {'refused', text(free + held)} end
set('h:' .. ws, field('h:' .. ws) + credits - held)
if credits > 0 then redis.call('HSET', KEYS[3], job, text(credits) .. ':' .. ws) else redis.call('HDEL', KEYS[3], job) end
if credits < held then redis.call('PUBLISH', ARGV[1], ws) end
return {'held', text(credits)}`),

  /** KEYS 5: the job's progress. ARGV: channel, job, credits to capture, seconds to remember the end. */
  settle: script(`
local job = ARGV[2]
redis.call('DEL', KEYS[5])
redis.call('SET', KEYS[4], '1', 'EX', ARGV[4])
local held, ws = hold_of(job)
if not held then return {'done'} end
local captured = math.min(tonumber(ARGV[3]), held)
redis.call('HDEL', KEYS[3], job)
set('h:' .. ws, field('h:' .. ws) - held)
set('s:' .. ws, field('s:' .. ws) + captured)
if captured < held then redis.call('PUBLISH', ARGV[1], ws) end
return {'done'}`),

  /** ARGV: channel. Returns ended or open. */
  hasEnded: script(`return {redis.call('EXISTS', KEYS[4]) == 1 and 'ended' or 'open'}`),

  /** ARGV: channel, workspace. */
  balance: script(`
local ws = ARGV[2]
if redis.call('HEXISTS', KEYS[2], 'g:' .. ws) == 0 then return {'none'} end
return {'balance', text(field('g:' .. ws)), text(field('s:' .. ws)), text(field('h:' .. ws))}`),

  workspaces: script(`return {'fields', redis.call('HKEYS', KEYS[2])}`),

  holds: script(`return {'fields', redis.call('HGETALL', KEYS[3])}`),

  /**
   * KEYS 4: the job's progress, a hash of `a` and `p` + index. ARGV: channel, index, attempt, seconds to keep. Returns
   * `another` where there was another attempt before.
   */
  startAttempt: script(`
local before = redis.call('HGET', KEYS[4], 'a' .. ARGV[2])
if before ~= ARGV[3] then
  redis.call('HSET', KEYS[4], 'a' .. ARGV[2], ARGV[3])
  redis.call('HDEL', KEYS[4], 'p' .. ARGV[2])
end
redis.call('EXPIRE', KEYS[4], ARGV[4])
return {before and before ~= ARGV[3] and 'another' or 'first'}`),

  /**
   * KEYS 4: the job's progress, 5: its end. ARGV: channel, index, attempt, seconds to keep, pages, OCR pages,
   * milliseconds.
   */
  report: script(`
if redis.call('EXISTS', KEYS[5]) == 1 then return {'superseded'} end
local current = redis.call('HGET', KEYS[4], 'a' .. ARGV[2])
if current and current ~= ARGV[3] then return {'superseded'} end
local pages, ocr, at = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local before = redis.call('HGET', KEYS[4], 'p' .. ARGV[2])
if before then
  local p, o, t = string.match(before, '^(%d+),(%d+),(%d+)$')
  pages, ocr, at = math.max(pages, tonumber(p)), math.max(ocr, tonumber(o)), math.max(at, tonumber(t))
end
redis.call('HSET', KEYS[4], 'a' .. ARGV[2], ARGV[3], 'p' .. ARGV[2], text(pages) .. ',' .. text(ocr) .. ',' .. text(at))
redis.call('EXPIRE', KEYS[4], ARGV[4])
return {'done'}`),

  progress: script(`return {'fields', redis.call('HGETALL', KEYS[4])}`),

  forgetProgress: script(`
redis.call('DEL', KEYS[4])
return {'done'}`),

  /**
   * KEYS 1 epoch, 2 lock. ARGV: token, milliseconds. From here on the ledger refuses. Returns the lock and the server's
   * run, or nothing where another rebuilds. A lock of an earlier run of the server came back with its snapshot and is
   * nobody's.
   */
  beginRebuild: `${PRELUDE}
local run = run_id()
local there = redis.call('GET', KEYS[2])
if there and string.match(there, ':(.*)$') == run then return {'busy'} end
redis.call('SET', KEYS[2], ARGV[1] .. ':' .. run, 'PX', ARGV[2])
redis.call('DEL', KEYS[1])
return {'begun', ARGV[1] .. ':' .. run, run}`,

  /** KEYS 1 lock. ARGV: the lock, milliseconds. */
  renewRebuild: `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return {'lost'} end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return {'done'}`,

  /**
   * KEYS 1 epoch, 2 lock, 3-5 accounts, holds and grants, 6-8 the new ones. ARGV: the lock, run, channel. All at once,
   * unless the lock or the run is another.
   */
  endRebuild: `${PRELUDE}
if redis.call('GET', KEYS[2]) ~= ARGV[1] or run_id() ~= ARGV[2] then return {'lost'} end
for i = 3, 5 do
  if redis.call('EXISTS', KEYS[i + 3]) == 1 then
    redis.call('RENAME', KEYS[i + 3], KEYS[i])
    redis.call('PERSIST', KEYS[i])
  else
    redis.call('DEL', KEYS[i])
  end
end
redis.call('SET', KEYS[1], ARGV[2])
redis.call('DEL', KEYS[2])
for _, name in ipairs(redis.call('HKEYS', KEYS[3])) do
  if string.sub(name, 1, 2) == 'g:' then redis.call('PUBLISH', ARGV[3], string.sub(name, 3)) end
end
return {'done'}`,

  /** KEYS 1 lock. ARGV: the lock. */
  abandonRebuild: `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return {'done'}`,
} as const;

export type ScriptName = keyof typeof SCRIPTS;
