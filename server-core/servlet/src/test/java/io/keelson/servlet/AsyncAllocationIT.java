package io.keelson.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.keelson.deploy.Deployer;
import io.keelson.testkit.TestServer;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a request allocates on all threads of the server, by the shape that it has. */
@Timeout(120)
class AsyncAllocationIT {
    private static final int WARM_UP = 6_000;
    private static final int COUNTED = 2_000;
    private static final int MOST_MORE = 1024;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final byte[] answer = new byte[4096];

    @Test
    void anAsynchronousRequestAllocatesLittleMoreThanABlockingOne(@TempDir Path directory) throws Exception {
        Path classes = directory.resolve("war/WEB-INF/classes/io/keelson/servlet/webapp");
        Files.createDirectories(classes);
        String servlet = "ShapesServlet.class";
        Files.copy(
                Path.of(AsyncAllocationIT.class.getResource("webapp").toURI()).resolve(servlet),
                classes.resolve(servlet));
        try (TestServer server = TestServer.start()) {
            server.service(Deployer.class).deploy("shop", directory.resolve("war"), "/shop");
            long blocking = bytesOfRequest(server, "blocking");
            long completed = bytesOfRequest(server, "completed");
            long started = bytesOfRequest(server, "started");
            long dispatched = bytesOfRequest(server, "dispatched");
            System.out.printf(
                    "allocated bytes of a request: blocking %d, completed %d, started %d, dispatched %d%n",
                    blocking, completed, started, dispatched);
            assertThat(completed - blocking).as("completed at once").isLessThanOrEqualTo(MOST_MORE);
            assertThat(started - blocking).as("completed on another thread").isLessThanOrEqualTo(MOST_MORE);
            assertThat(dispatched - blocking).as("dispatched").isLessThanOrEqualTo(MOST_MORE);
        }
    }

    private long bytesOfRequest(TestServer server, String shape) throws IOException {
        byte[] request =
                ("GET /shop/shape/" + shape + " HTTP/1.1\r\nHost: shop\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
        try (Socket socket = new Socket("127.0.0.1", server.address().getPort())) {
            socket.setTcpNoDelay(true);
            exchange(socket, request, WARM_UP);
            long before = allocated();
            exchange(socket, request, COUNTED);
            return (allocated() - before) / COUNTED;
        }
    }

    /** The client's own thread allocates next to nothing here, and the same for every shape. */
    private void exchange(Socket socket, byte[] request, int times) throws IOException {
        InputStream in = socket.getInputStream();
        for (int i = 0; i < times; i++) {
            socket.getOutputStream().write(request);
            int n = 0;
            while (n < 6 || answer[n - 1] != 'k' || answer[n - 2] != 'o' || answer[n - 3] != '\n') {
                int read = in.read(answer, n, answer.length - n);
                if (read < 0) {
                    throw new IOException("the server has closed the connection");
                }
                n += read;
            }
        }
    }

    private long allocated() {
        long all = 0;
        for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
            all += Math.max(0, bytes);
        }
        return all;
    }
}
