package io.keelson.muxer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelOption;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** TLS over a muxer, with a relay between client and server that cuts the stream of bytes at random. */
abstract class TlsContractTest {
    abstract Muxer.Kind kind();

    @Test
    void echoesOverTlsWhateverTheFragmentation() throws Exception {
        echoes(2, 50_000);
    }

    @Test
    @Tag("soak")
    void echoesMuchOverTlsWhateverTheFragmentation() throws Exception {
        echoes(5, 200_000);
    }

    private void echoes(int connections, int size) throws Exception {
        Random random = new Random();
        long seed = random.nextLong();
        X509Bundle certificate = new CertificateBuilder()
                .subject("CN=localhost")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        SslContext tls = SslContextBuilder.forServer(
                        certificate.getKeyPair().getPrivate(), certificate.getCertificatePath())
                .build();
        try (TestServer server = TestServer.start(
                        kind(),
                        channel -> channel.pipeline().addLast(tls.newHandler(channel.alloc()), new Echo()),
                        bootstrap -> bootstrap.childOption(ChannelOption.ALLOW_HALF_CLOSURE, true));
                ServerSocket relay = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            for (int connection = 0; connection < connections; connection++) {
                CompletableFuture<Void> relaying = relay(relay, server, seed + connection);
                RandomBytes bytes = new RandomBytes(seed + connection, size);
                try (SSLSocket socket = (SSLSocket) trusting(certificate)
                        .getSocketFactory()
                        .createSocket(InetAddress.getLoopbackAddress(), relay.getLocalPort())) {
                    socket.setSoTimeout(10_000);
                    CompletableFuture<Void> sent = Background.run(() -> bytes.writeTo(socket.getOutputStream()));
                    assertThat(bytes.firstDifference(socket.getInputStream()))
                            .as("%s", bytes)
                            .isEqualTo(-1);
                    sent.get(60, TimeUnit.SECONDS);
                }
                relaying.get(60, TimeUnit.SECONDS);
            }
        }
    }

    private static SSLContext trusting(X509Bundle certificate) throws Exception {
        TrustManagerFactory trust = certificate.toTrustManagerFactory();
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    /** Relays one connection both ways. */
    private static CompletableFuture<Void> relay(ServerSocket relay, TestServer server, long seed) {
        return Background.run(() -> {
            try (Socket client = relay.accept();
                    Socket upstream = server.connect()) {
                client.setTcpNoDelay(true);
                upstream.setTcpNoDelay(true);
                CompletableFuture<Void> back = Background.run(
                        () -> cut(upstream.getInputStream(), client.getOutputStream(), new Random(~seed)));
                cut(client.getInputStream(), upstream.getOutputStream(), new Random(seed));
                upstream.shutdownOutput();
                back.handle((done, failure) -> done).get(60, TimeUnit.SECONDS);
            }
        });
    }

    private static void cut(InputStream in, OutputStream out, Random random) throws IOException {
        byte[] buffer = new byte[40_000];
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            for (int at = 0; at < count; ) {
                int piece = Math.min(count - at, 1 + random.nextInt(1 << random.nextInt(16)));
                out.write(buffer, at, piece);
                at += piece;
            }
        }
    }
}
