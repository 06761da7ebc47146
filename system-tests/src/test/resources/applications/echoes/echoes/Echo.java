package echoes;

import jakarta.websocket.OnMessage;
import jakarta.websocket.server.ServerEndpoint;
import java.nio.ByteBuffer;

/** Sends back what comes, as it came. */
@ServerEndpoint("/echo")
public class Echo {
    private static final int LARGEST = 16 * 1024 * 1024;

    @OnMessage(maxMessageSize = LARGEST)
    public String text(String message) {
        return message;
    }

    @OnMessage(maxMessageSize = LARGEST)
    public ByteBuffer binary(ByteBuffer message) {
        return message;
    }
}
