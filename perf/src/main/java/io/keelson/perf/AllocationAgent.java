package io.keelson.perf;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs in the observed JVM: writes how much each of its threads has allocated. See {@link Allocation}. */
public final class AllocationAgent {
    private AllocationAgent() {}

    /** The JVM's call when the agent is loaded, which is each time it is asked. The argument is the file to write. */
    public static void agentmain(String file) throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long[] ids = threads.getAllThreadIds();
        long[] bytes = threads.getThreadAllocatedBytes(ids);
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < ids.length; i++) {
            out.append(ids[i]).append(' ').append(bytes[i]).append('\n');
        }
        Files.writeString(Path.of(file), out);
    }
}
