package io.keelson.ejb.alarm;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The rows of alarms, in memory, and what happened to them. */
public final class AlarmRows {
    public static final Set<AlarmKey> ROWS = ConcurrentHashMap.newKeySet();
    public static final List<String> RUNG = new CopyOnWriteArrayList<>();
    public static final List<String> CREATED = new CopyOnWriteArrayList<>();

    private AlarmRows() {}
}
