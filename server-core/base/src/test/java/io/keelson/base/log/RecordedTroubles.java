package io.keelson.base.log;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what a queue complains about. */
final class RecordedTroubles implements LogTroubles {
    final List<String> told = new CopyOnWriteArrayList<>();

    @Override
    public void dropped(String log, long count) {
        told.add("dropped " + count);
    }

    @Override
    public void failed(String log, Exception cause, long failures) {
        told.add("failed " + cause.getMessage() + " " + failures);
    }

    @Override
    public void resumed(String log) {
        told.add("resumed");
    }

    @Override
    public void notRotated(String log, Exception cause) {
        told.add("not rotated");
    }
}
