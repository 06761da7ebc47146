package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What a server's JVM tells of itself when the JDK's tools ask. Commands go to the socket that {@code jcmd} uses too, since a
 * JVM for each of them would take longer than the command.
 */
final class Diagnostics {
    private static final byte DONE = '0';

    /** Places in the header of the file of counters. */
    private static final int BYTE_ORDER = 4;

    private static final int FIRST_ENTRY = 24;

    private Diagnostics() {}

    /** Returns what a command such as {@code GC.run} answers. */
    static String command(Process server, String command) throws Exception {
        Path socket = Path.of("/proc", Long.toString(server.pid()), "root", "tmp", ".java_pid" + server.pid());
        if (!Files.exists(socket)) {
            jcmd(server, "VM.version"); // the JVM opens it for the first that asks
        }
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            // The version of the protocol, what is wanted, and three arguments.
            ByteBuffer request = StandardCharsets.UTF_8.encode("1\0jcmd\0" + command + "\0\0\0");
            while (request.hasRemaining()) {
                channel.write(request);
            }
            InputStream in = Channels.newInputStream(channel);
            String answer = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            int end = answer.indexOf('\n');
            assertThat(answer).as(command).startsWith(Character.toString(DONE));
            return answer.substring(end + 1);
        }
    }

    /**
     * The counters that the JVM keeps in a file, as {@code java.cls.loadedClasses}; those that are numbers. The file is read
     * as the JDK's tools read it: a header with the place and number of its entries, each with places of a name and a value.
     */
    static Map<String, Long> counters(Process server) throws IOException {
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(counterFile(server)));
        file.order(file.get(BYTE_ORDER) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        Map<String, Long> counters = new HashMap<>();
        int entry = file.getInt(FIRST_ENTRY);
        for (int i = file.getInt(FIRST_ENTRY + 4); i > 0; i--) {
            int name = entry + file.getInt(entry + 4);
            int end = name;
            while (file.get(end) != 0) {
                end++;
            }
            if (file.get(entry + 12) == 'J' && file.getInt(entry + 8) == 0) { // a long, no array
                String known = new String(file.array(), name, end - name, StandardCharsets.UTF_8);
                counters.put(known, file.getLong(entry + file.getInt(entry + 16)));
            }
            entry += file.getInt(entry);
        }
        return counters;
    }

    private static Path counterFile(Process server) throws IOException {
        String pid = Long.toString(server.pid());
        try (DirectoryStream<Path> users =
                Files.newDirectoryStream(Path.of("/proc", pid, "root", "tmp"), "hsperfdata_*")) {
            for (Path user : users) {
                if (Files.exists(user.resolve(pid))) {
                    return user.resolve(pid);
                }
            }
        }
        throw new IOException("the JVM " + pid + " keeps no counters");
    }

    private static String jcmd(Process server, String command) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        "-J-XX:TieredStopAtLevel=1",
                        Long.toString(server.pid()),
                        command)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(command + "\n" + output).isZero();
        return output;
    }
}
