package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Tests which muxer a server has, where the native one loads and where it cannot. */
class MuxerFallbackSystemIT {
    private static final String READER = "ExecuteThread: '0' for queue: 'keelson.socket.Muxer'";
    private static final String NATIVE_WAIT = "io.keelson.muxer.internal.EpollIoHandler";
    private static final String JAVA_WAIT = "io.netty.channel.nio.NioIoHandler";

    @TempDir
    Path directory;

    @Test
    void theNativeOneServesWhereItLoads() throws Exception {
        try (LiveServer server = LiveServer.start(directory)) {
            assertServes(server);
            assertThat(reader(server)).contains(NATIVE_WAIT).doesNotContain(JAVA_WAIT);
            assertThat(server.output()).doesNotContain("KLS-000438");
        }
    }

    /** JFFI's own library lies in its jar and is loaded from a copy in that directory: here it cannot be made. */
    @Test
    void theJavaOneServesWhereTheLibraryBelowCannotBeLoaded() throws Exception {
        Path none = Files.writeString(directory.resolve("no-directory"), "");
        try (LiveServer server = LiveServer.start(directory, "-Djffi.extract.dir=" + none)) {
            assertThat(server.output())
                    .containsOnlyOnce("KLS-000438")
                    .containsPattern("WARN .*KLS-000438: Unable to load the native muxer, the Java muxer is used: .*")
                    .contains("could not load jffi library from " + none);
            assertServes(server);
            assertThat(reader(server)).contains(JAVA_WAIT).doesNotContain(NATIVE_WAIT);
        }
    }

    /** Said with a false name of the processor, which a newer JDK believes too: its own foreign functions crash then. */
    @Test
    @DisabledForJreRange(min = JRE.JAVA_22)
    void theJavaOneServesOnAProcessorThatTheNativeOneIsNotFor() throws Exception {
        try (LiveServer server = LiveServer.start(directory, "-Dos.arch=riscv64")) {
            assertThat(server.output())
                    .containsPattern("WARN .*KLS-000438: .* for Linux on x86-64 and aarch64, not for riscv64-linux");
            assertServes(server);
            assertThat(reader(server)).contains(JAVA_WAIT).doesNotContain(NATIVE_WAIT);
        }
    }

    private static void assertServes(LiveServer server) throws Exception {
        byte[] war = new WarFile().text("hello.txt", "hello").packed();
        assertThat(server.manage("PUT", "deployments/hello", war).statusCode()).isEqualTo(201);
        assertThat(server.get("/hello/hello.txt").statusCode()).isEqualTo(200);
        assertThat(server.get("/hello/hello.txt").body()).isEqualTo("hello");
    }

    /** The stack of the first reader, as the server's own thread dump has it. */
    private static String reader(LiveServer server) throws Exception {
        String dump = server.manage("GET", "server/threads").body();
        List<String> threads = Arrays.asList(dump.split("\n\\s*\n"));
        List<String> readers =
                threads.stream().filter(thread -> thread.contains(READER)).collect(Collectors.toList());
        assertThat(readers).as(dump).hasSize(1);
        return readers.get(0);
    }
}
