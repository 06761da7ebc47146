package io.keelson.system;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

/**
 * Holds many connections of HTTP/2, in the clear with prior knowledge, from a process of its own and with nothing but the JDK:
 *
 * <pre>java -cp target/test-classes io.keelson.system.ManyHttp2Connections HOST:PORT PATH COUNT</pre>
 *
 * <p>It opens them one after the other, asks once on each, and prints {@code open N} with the number of those that were answered with
 * 200. For each line on standard input it asks on each once more and prints {@code answered N}. It ends with its input.
 */
final class ManyHttp2Connections {
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int SETTINGS = 4;
    private static final int GOAWAY = 7;
    private static final int END_STREAM = 1;
    private static final int ACK = 1;
    private static final int END_HEADERS = 4;

    /** The first byte of a header block that begins with {@code :status: 200} of the static table. */
    private static final byte OK = (byte) 0x88;

    private ManyHttp2Connections() {}

    public static void main(String[] arguments) throws Exception {
        int colon = arguments[0].lastIndexOf(':');
        String host = arguments[0].substring(0, colon);
        int port = Integer.parseInt(arguments[0].substring(colon + 1));
        byte[] request = request(arguments[0], arguments[1]);
        List<Connection> connections = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
            connections.add(new Connection(host, port));
        }
        System.out.println("open " + asked(connections, request));
        try (Scanner in = new Scanner(System.in, StandardCharsets.US_ASCII)) {
            while (in.hasNextLine()) {
                in.nextLine();
                System.out.println("answered " + asked(connections, request));
            }
        }
    }

    private static int asked(List<Connection> connections, byte[] request) throws IOException {
        int answered = 0;
        for (Connection connection : connections) {
            answered += connection.ask(request) ? 1 : 0;
        }
        return answered;
    }

    /** A header block: GET and http of the static table, path and authority in letters. */
    private static byte[] request(String authority, String path) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.write(0x82);
        block.write(0x86);
        literal(block, 4, path);
        literal(block, 1, authority);
        return block.toByteArray();
    }

    private static void literal(ByteArrayOutputStream block, int name, String value) {
        block.write(name);
        block.write(value.length());
        block.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
    }

    private static final class Connection {
        private final Socket socket;
        private final DataInputStream in;
        private int stream = 1;

        Connection(String host, int port) throws IOException {
            socket = new Socket(host, port);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(30_000);
            // No TIME_WAIT of ours: tests follow one another.
            socket.setSoLinger(true, 0);
            in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 256));
            socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            send(SETTINGS, 0, 0);
        }

        private void send(int type, int flags, int number, byte... payload) throws IOException {
            byte[] frame = new byte[9 + payload.length];
            frame[1] = (byte) (payload.length >> 8);
            frame[2] = (byte) payload.length;
            frame[3] = (byte) type;
            frame[4] = (byte) flags;
            for (int i = 0; i < 4; i++) {
                frame[5 + i] = (byte) (number >> 24 - 8 * i);
            }
            System.arraycopy(payload, 0, frame, 9, payload.length);
            socket.getOutputStream().write(frame);
        }

        /** Sends a request and reads to the end of its answer; whether that was 200. */
        boolean ask(byte[] request) throws IOException {
            send(HEADERS, END_HEADERS | END_STREAM, stream, request);
            stream += 2;
            boolean ok = false;
            while (true) {
                int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
                int type = in.readUnsignedByte();
                int flags = in.readUnsignedByte();
                in.readInt();
                byte[] payload = new byte[length];
                in.readFully(payload);
                if (type == SETTINGS && (flags & ACK) == 0) {
                    send(SETTINGS, ACK, 0);
                } else if (type == GOAWAY) {
                    return false;
                } else if (type == HEADERS) {
                    ok = length > 0 && payload[0] == OK;
                }
                if ((type == HEADERS || type == DATA) && (flags & END_STREAM) != 0) {
                    return ok;
                }
            }
        }
    }
}
