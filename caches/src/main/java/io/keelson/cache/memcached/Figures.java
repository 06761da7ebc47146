package io.keelson.cache.memcached;

import io.keelson.base.time.Ticker;
import io.keelson.cache.spi.CacheCounts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts that {@code stats} returns. Thread-safe. */
final class Figures {
    /** The version of memcached whose commands these are; clients compare it. */
    static final String VERSION = "1.6.0";

    final LongAdder connections = new LongAdder();
    final LongAdder gets = new LongAdder();
    final LongAdder sets = new LongAdder();
    final LongAdder touches = new LongAdder();
    final LongAdder flushes = new LongAdder();
    final LongAdder logins = new LongAdder();
    final LongAdder failedLogins = new LongAdder();

    private final Ticker ticker;
    private final long began;

    Figures(Ticker ticker) {
        this.ticker = ticker;
        this.began = ticker.nanoTime();
    }

    byte[] lines(CacheCounts counts, int open) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("pid", ProcessHandle.current().pid());
        all.put("uptime", (ticker.nanoTime() - began) / 1_000_000_000);
        all.put("time", ticker.currentTimeMillis() / 1000);
        all.put("version", VERSION);
        all.put("pointer_size", 64);
        all.put("curr_connections", open);
        all.put("total_connections", connections.sum());
        all.put("cmd_get", gets.sum());
        all.put("cmd_set", sets.sum());
        all.put("cmd_touch", touches.sum());
        all.put("cmd_flush", flushes.sum());
        all.put("auth_cmds", logins.sum());
        all.put("auth_errors", failedLogins.sum());
        all.put("get_hits", counts.hits());
        all.put("get_misses", counts.misses());
        all.put("delete_hits", counts.removals());
        all.put("curr_items", counts.entries());
        all.put("total_items", counts.stores());
        all.put("bytes", Math.max(0, counts.memoryBytes()));
        all.put("evictions", counts.evictions());
        StringBuilder text = new StringBuilder();
        all.forEach((name, value) ->
                text.append("STAT ").append(name).append(' ').append(value).append("\r\n"));
        return Commands.line(text + "END");
    }
}
