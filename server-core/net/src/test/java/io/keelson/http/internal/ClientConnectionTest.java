package io.keelson.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.http.HttpHeaders;
import io.keelson.http.OutgoingConnection;
import io.keelson.http.OutgoingRequest;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientConnectionTest implements OutgoingConnection.Listener {
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final ClientConnection connection = new ClientConnection(channel);
    private final List<String> told = new ArrayList<>();
    private int pumped;

    ClientConnectionTest() {
        channel.pipeline().addLast(connection);
    }

    /** As the balancer does: asks whether it may write, else to be told when. */
    private void pump() {
        pumped++;
        if (!connection.writable()) {
            connection.onWritable(this::pump);
        }
    }

    private void waitsForRoom() {
        connection.send(new OutgoingRequest("POST", "/x", new HttpHeaders(), OutgoingRequest.CHUNKED), this);
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
        pump();
        assertThat(pumped).isOne();
    }

    @Test
    void goesOnWhenThereIsRoom() {
        waitsForRoom();
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, true);
        channel.runPendingTasks();
        assertThat(pumped).isEqualTo(2);
    }

    @Test
    void whoWaitsForRoomHearsOfTheEndOnly() {
        waitsForRoom();
        channel.close();
        channel.runPendingTasks();
        assertThat(told).containsExactly("failed false");
        assertThat(pumped).isOne();
        pump();
        assertThat(pumped).as("asked of a closed connection").isEqualTo(2);
    }

    @Test
    void aMalformedAnswerEndsWhoWaitsForRoom() {
        waitsForRoom();
        channel.writeInbound(
                Unpooled.copiedBuffer("nonsense\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
        assertThat(told).containsExactly("failed true");
        assertThat(pumped).isOne();
    }

    @Override
    public void interim(int status, HttpHeaders headers) {}

    @Override
    public void head(int status, HttpHeaders headers, long length) {}

    @Override
    public void data(ByteBuffer bytes) {}

    @Override
    public void end(HttpHeaders trailers) {
        told.add("end");
    }

    @Override
    public void failed(IOException why, boolean answered) {
        told.add("failed " + answered);
    }
}
