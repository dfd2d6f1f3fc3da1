from dify_plugin import DifyPluginEnv, Plugin

# As long as a server may take for a large scan, in seconds.
plugin = Plugin(DifyPluginEnv(MAX_REQUEST_TIMEOUT=1800))

if __name__ == "__main__":
    plugin.run()
