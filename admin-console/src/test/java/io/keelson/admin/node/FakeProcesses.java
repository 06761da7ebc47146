package io.keelson.admin.node;

import io.keelson.admin.domain.ServerRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** A machine whose processes a test ends as it likes. */
final class FakeProcesses implements ServerProcesses {
    /** All processes that were ever made, in order. */
    final List<Fake> made = new ArrayList<>();

    /** What servers say of themselves. */
    final Map<String, ServerRecord> said = new HashMap<>();

    /** Options of each launch. */
    final List<String> options = new ArrayList<>();

    private long nextPid = 100;

    /** Why nothing can be launched; null where it can. */
    @Nullable
    String broken;

    /** A process. */
    static final class Fake implements Running {
        final long pid;
        final String mark;
        boolean alive = true;
        /** True if we are its parent, who hears how it has ended. */
        boolean child = true;

        int code;
        final List<String> signals = new ArrayList<>();

        Fake(long pid, String mark) {
            this.pid = pid;
            this.mark = mark;
        }

        void end(int exit) {
            alive = false;
            code = exit;
        }

        @Override
        public long pid() {
            return pid;
        }

        @Override
        public String mark() {
            return mark;
        }

        @Override
        public boolean alive() {
            return alive;
        }

        @Override
        public OptionalInt exit() {
            return alive || !child ? OptionalInt.empty() : OptionalInt.of(code);
        }

        @Override
        public void terminate() {
            signals.add("TERM");
        }

        @Override
        public void kill() {
            signals.add("KILL");
            end(137);
        }
    }

    /** A process that somebody else has made. */
    Fake stranger(long pid, String mark) {
        Fake fake = new Fake(pid, mark);
        fake.child = false;
        made.add(fake);
        return fake;
    }

    /** The server says so, as that process. */
    void say(String server, String state, Fake process) {
        said.put(server, new ServerRecord(server, state, process.pid, process.mark, null, null, "1"));
    }

    Fake last() {
        return made.get(made.size() - 1);
    }

    @Override
    public Running launch(String server, String javaOptions) throws IOException {
        if (broken != null) {
            throw new IOException(broken);
        }
        options.add(javaOptions);
        Fake fake = new Fake(nextPid, "mark-" + nextPid);
        nextPid++;
        made.add(fake);
        return fake;
    }

    @Override
    public Optional<Running> find(long pid, @Nullable String mark) {
        return made.stream()
                .filter(fake -> fake.pid == pid && fake.alive && (mark == null || mark.equals(fake.mark)))
                .map(Running.class::cast)
                .findFirst();
    }

    @Override
    public Optional<ServerRecord> said(String server) {
        return Optional.ofNullable(said.get(server));
    }
}
