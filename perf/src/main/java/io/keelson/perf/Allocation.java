package io.keelson.perf;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Bytes that the threads of another JVM have allocated on its heap: what {@code com.sun.management.ThreadMXBean} counts, asked
 * by a small agent that is attached, the same for every server. Asking costs the server some kilobytes. What a thread that ends
 * between two looks has allocated since the first is not counted.
 */
final class Allocation implements AutoCloseable {
    private final VirtualMachine machine;
    private final Path agent;
    private final Path answer;

    private Allocation(VirtualMachine machine, Path agent, Path answer) {
        this.machine = machine;
        this.agent = agent;
        this.answer = answer;
    }

    /** Attaches to the JVM of a process. */
    static Allocation of(long pid) throws IOException {
        try {
            Path jar = Files.createTempFile("allocation", ".jar");
            writeAgent(jar);
            return new Allocation(
                    VirtualMachine.attach(String.valueOf(pid)), jar, Files.createTempFile("allocation", ".txt"));
        } catch (AttachNotSupportedException e) {
            throw new IOException("cannot attach to the JVM of process " + pid, e);
        }
    }

    private static void writeAgent(Path jar) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Agent-Class", AllocationAgent.class.getName());
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out, manifest);
                InputStream in = AllocationAgent.class.getResourceAsStream("AllocationAgent.class")) {
            if (in == null) {
                throw new IOException("the agent's class file is not on the class path");
            }
            entries.putNextEntry(new JarEntry(AllocationAgent.class.getName().replace('.', '/') + ".class"));
            in.transferTo(entries);
        }
    }

    /** Bytes by thread, so far. */
    Map<Long, Long> look() throws IOException {
        try {
            machine.loadAgent(agent.toString(), answer.toString());
        } catch (AgentLoadException | AgentInitializationException e) {
            throw new IOException("what the JVM has allocated cannot be asked", e);
        }
        Map<Long, Long> byThread = new HashMap<>();
        for (String line : Files.readAllLines(answer)) {
            String[] fields = line.split(" ");
            byThread.put(Long.valueOf(fields[0]), Long.valueOf(fields[1]));
        }
        return byThread;
    }

    /** Bytes between two looks. */
    static long between(Map<Long, Long> before, Map<Long, Long> after) {
        long sum = 0;
        for (Map.Entry<Long, Long> thread : after.entrySet()) {
            long since = thread.getValue() - before.getOrDefault(thread.getKey(), 0L);
            sum += Math.max(0, since);
        }
        return sum;
    }

    @Override
    public void close() {
        try {
            machine.detach();
            Files.deleteIfExists(agent);
            Files.deleteIfExists(answer);
        } catch (IOException alreadyGone) {
            // The server has ended before its observer: nothing else is left to close.
        }
    }
}
