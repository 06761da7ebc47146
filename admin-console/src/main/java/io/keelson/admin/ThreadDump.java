package io.keelson.admin;

import io.keelson.admin.rest.Answer;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All platform threads of the JVM with their stacks and locks, in the form of {@code jstack} or as JSON. Immutable. Names of
 * threads may hold anything, so control characters in them are shown as dots.
 */
final class ThreadDump {
    private final Instant taken;
    private final List<ThreadInfo> threads;
    private final long[] deadlocked;
    private final Map<Long, ServedWork> work;

    private ThreadDump(
            Instant taken, List<ThreadInfo> threads, long @Nullable [] deadlocked, Map<Long, ServedWork> work) {
        this.work = work;
        this.taken = taken;
        this.threads = threads;
        this.deadlocked = deadlocked == null ? new long[0] : deadlocked;
    }

    static ThreadDump take(Instant now) {
        ThreadMXBean bean = ManagementFactory.getThreadMXBean();
        Map<Long, ServedWork> work = ServedWork.now();
        ThreadInfo[] all =
                bean.dumpAllThreads(bean.isObjectMonitorUsageSupported(), bean.isSynchronizerUsageSupported());
        List<ThreadInfo> sorted = Arrays.stream(all)
                .sorted(Comparator.comparingLong(ThreadInfo::getThreadId))
                .toList();
        return new ThreadDump(now, sorted, bean.findDeadlockedThreads(), work);
    }

    String text() {
        StringBuilder to = new StringBuilder(64 * 1024);
        to.append(taken).append('\n');
        to.append("Full thread dump ")
                .append(System.getProperty("java.vm.name"))
                .append(" (")
                .append(System.getProperty("java.vm.version"))
                .append("):\n");
        threads.forEach(thread -> append(to, thread, work.get(thread.getThreadId())));
        if (deadlocked.length > 0) {
            to.append("\nFound a deadlock of these threads:\n");
            threads.stream()
                    .filter(this::isDeadlocked)
                    .forEach(t -> to.append("  \"")
                            .append(shown(t.getThreadName()))
                            .append("\" waits for ")
                            .append(t.getLockName())
                            .append(", held by \"")
                            .append(shown(String.valueOf(t.getLockOwnerName())))
                            .append("\"\n"));
        }
        return to.toString();
    }

    private static void append(StringBuilder to, ThreadInfo thread, @Nullable ServedWork work) {
        to.append("\n\"").append(shown(thread.getThreadName())).append("\" #").append(thread.getThreadId());
        if (thread.isDaemon()) {
            to.append(" daemon");
        }
        to.append(" prio=").append(thread.getPriority()).append('\n');
        to.append("   java.lang.Thread.State: ").append(thread.getThreadState()).append('\n');
        if (work != null) {
            to.append("   serves ").append(shown(work.text())).append('\n');
        }
        StackTraceElement[] stack = thread.getStackTrace();
        for (int depth = 0; depth < stack.length; depth++) {
            to.append("\tat ").append(stack[depth]).append('\n');
            if (depth == 0) {
                waiting(to, thread);
            }
            for (MonitorInfo monitor : thread.getLockedMonitors()) {
                if (monitor.getLockedStackDepth() == depth) {
                    to.append("\t- locked ").append(lock(monitor)).append('\n');
                }
            }
        }
        if (thread.getLockedSynchronizers().length > 0) {
            to.append("\n   Locked ownable synchronizers:\n");
            for (LockInfo lock : thread.getLockedSynchronizers()) {
                to.append("\t- ").append(lock(lock)).append('\n');
            }
        }
    }

    private static void waiting(StringBuilder to, ThreadInfo thread) {
        LockInfo lock = thread.getLockInfo();
        if (lock == null) {
            return;
        }
        to.append(
                switch (thread.getThreadState()) {
                    case BLOCKED -> "\t- waiting to lock ";
                    case WAITING, TIMED_WAITING -> "\t- waiting on ";
                    case NEW, RUNNABLE, TERMINATED -> "\t- about to take ";
                });
        to.append(lock(lock));
        if (thread.getLockOwnerName() != null) {
            to.append(" held by \"").append(shown(thread.getLockOwnerName())).append('"');
        }
        to.append('\n');
    }

    private static String lock(LockInfo lock) {
        return String.format(Locale.ROOT, "<0x%08x> (a %s)", lock.getIdentityHashCode(), lock.getClassName());
    }

    JsonObject json() {
        JsonArrayBuilder array = Answer.JSON.createArrayBuilder();
        for (ThreadInfo thread : threads) {
            JsonArrayBuilder stack = Answer.JSON.createArrayBuilder();
            for (StackTraceElement frame : thread.getStackTrace()) {
                stack.add(frame.toString());
            }
            JsonArrayBuilder locks = Answer.JSON.createArrayBuilder();
            for (MonitorInfo monitor : thread.getLockedMonitors()) {
                locks.add(lock(monitor));
            }
            for (LockInfo lock : thread.getLockedSynchronizers()) {
                locks.add(lock(lock));
            }
            JsonObjectBuilder json = Answer.JSON
                    .createObjectBuilder()
                    .add("name", thread.getThreadName())
                    .add("id", thread.getThreadId())
                    .add("daemon", thread.isDaemon())
                    .add("state", thread.getThreadState().name())
                    .add("deadlocked", isDeadlocked(thread));
            if (thread.getLockInfo() != null) {
                json.add("waits-for", lock(thread.getLockInfo()));
            }
            if (thread.getLockOwnerName() != null) {
                json.add("held-by", thread.getLockOwnerName());
            }
            ServedWork served = work.get(thread.getThreadId());
            if (served != null) {
                add(json, served);
            }
            array.add(json.add("locks", locks).add("stack", stack));
        }
        return Answer.JSON
                .createObjectBuilder()
                .add("taken", taken.toString())
                .add("threads", array)
                .build();
    }

    private static void add(JsonObjectBuilder json, ServedWork served) {
        if (served.application() != null) {
            json.add("application", served.application());
        }
        if (served.request() != 0) {
            json.add("request", served.request());
        }
        if (served.user() != null) {
            json.add("user", served.user());
        }
        if (served.trace() != null) {
            json.add("trace", served.trace());
        }
    }

    private boolean isDeadlocked(ThreadInfo thread) {
        return Arrays.stream(deadlocked).anyMatch(id -> id == thread.getThreadId());
    }

    private static String shown(String name) {
        return name.replaceAll("\\p{Cntrl}", ".");
    }
}
