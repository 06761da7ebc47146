package io.keelson.ejb.timer;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Rows of automatic timers, by what a bean declares. Stateless. */
final class AutomaticRows {
    private AutomaticRows() {}

    /** Returns whether a row is that of a persistent timer which is declared so. */
    static boolean isOf(ApplicationTimers.Automatic declared, TimerRow row) {
        return declared.method().equals(row.method())
                && declared.declared().persistent()
                && declared.declared().schedule().equals(row.schedule());
    }

    /** Returns the text by which declarations and rows of one timer are alike. */
    static String key(TimerRow row) {
        return row.bean() + " " + row.method() + " " + row.schedule();
    }

    /**
     * Returns the row that a declaration begins with.
     *
     * @param shared whether other servers make it, too
     */
    static TimerRow of(String bean, ApplicationTimers.Automatic automatic, boolean shared, long now) {
        TimerRow row = new TimerRow(
                "",
                bean,
                automatic.method(),
                automatic.declared().schedule(),
                0,
                automatic.declared().info(),
                automatic.declared().persistent(),
                0);
        // All servers give a persistent one the same id, so that the first of them makes it.
        UUID id = row.persistent() && shared
                ? UUID.nameUUIDFromBytes(key(row).getBytes(StandardCharsets.UTF_8))
                : UUID.randomUUID();
        return row.id(id.toString()).due(row.next(now));
    }
}
