package io.keelson.perf.grid;

import java.io.IOException;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.configuration.global.GlobalConfigurationBuilder;
import org.infinispan.manager.DefaultCacheManager;
import org.infinispan.server.hotrod.HotRodServer;
import org.infinispan.server.hotrod.configuration.HotRodServerConfigurationBuilder;

/**
 * Infinispan's Hot Rod server with one cache {@code sessions} in memory, alone on loopback. It says {@code ready} when it listens, and
 * ends with its standard input, that is with who has started it.
 */
public final class Grid {
    private Grid() {}

    /** Argument: the port. */
    public static void main(String[] args) throws IOException {
        GlobalConfigurationBuilder global = new GlobalConfigurationBuilder();
        global.jmx().disable();
        try (DefaultCacheManager content = new DefaultCacheManager(global.build())) {
            ConfigurationBuilder sessions = new ConfigurationBuilder();
            sessions.encoding().mediaType("application/octet-stream");
            content.defineConfiguration("sessions", sessions.build());
            content.getCache("sessions");
            HotRodServerConfigurationBuilder where = new HotRodServerConfigurationBuilder();
            where.name("grid").host("127.0.0.1").port(Integer.parseInt(args[0]));
            HotRodServer server = new HotRodServer();
            server.start(where.build(), content);
            server.postStart();
            System.out.println("ready");
            while (System.in.read() >= 0) {
                // until who has started it is gone
            }
            server.stop();
        }
    }
}
