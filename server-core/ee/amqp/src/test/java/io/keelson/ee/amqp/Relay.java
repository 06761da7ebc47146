package io.keelson.ee.amqp;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;

/** Passes the bytes of one connection on to a port of this machine, until it is told not to. */
final class Relay implements Closeable {
    private final ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile Socket client;
    private volatile Socket server;
    private volatile boolean frozen;

    Relay(int to) throws IOException {
        Thread accepting = new Thread(() -> accept(to), "relay");
        accepting.setDaemon(true);
        accepting.start();
    }

    int port() {
        return listening.getLocalPort();
    }

    private void accept(int to) {
        try {
            client = listening.accept();
            server = new Socket(InetAddress.getLoopbackAddress(), to);
            Thread back = new Thread(() -> pass(server, client), "relay: to the client");
            back.setDaemon(true);
            back.start();
            pass(client, server);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void pass(Socket from, Socket to) {
        try {
            byte[] buffer = new byte[16 * 1024];
            InputStream in = from.getInputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                if (frozen) {
                    over.await();
                    return;
                }
                to.getOutputStream().write(buffer, 0, n);
            }
            to.close();
        } catch (IOException e) {
            closeBoth(); // one side has gone
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Passes nothing more on; both sides see their connections as they were. */
    void freeze() {
        frozen = true;
    }

    /** Resets both connections, as the end of a process does. */
    void cut() throws IOException {
        for (Socket each : new Socket[] {client, server}) {
            if (!each.isClosed()) {
                each.setSoLinger(true, 0);
            }
        }
        closeBoth();
    }

    private void closeBoth() {
        over.countDown();
        for (Socket each : new Socket[] {client, server}) {
            try {
                if (each != null) {
                    each.close();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        closeBoth();
    }
}
