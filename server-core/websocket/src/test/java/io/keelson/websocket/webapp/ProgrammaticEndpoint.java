package io.keelson.websocket.webapp;

import jakarta.websocket.CloseReason;
import jakarta.websocket.DecodeException;
import jakarta.websocket.Decoder;
import jakarta.websocket.EncodeException;
import jakarta.websocket.Encoder;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.Session;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** An endpoint in code, with a coder, deployed by a listener. */
public class ProgrammaticEndpoint extends Endpoint {
    /** What its messages are. */
    public record Point(int x, int y) {}

    /** Text as points and points as text. */
    public static final class PointCoder implements Decoder.Text<Point>, Encoder.Text<Point> {
        @Override
        public void init(EndpointConfig config) {
            Journal.note("coder in");
        }

        @Override
        public void destroy() {
            Journal.note("coder out");
        }

        @Override
        public boolean willDecode(String text) {
            return text.contains(",");
        }

        @Override
        public Point decode(String text) throws DecodeException {
            String[] parts = text.split(",");
            try {
                return new Point(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
            } catch (NumberFormatException e) {
                throw new DecodeException(text, "no point", e);
            }
        }

        @Override
        public String encode(Point point) throws EncodeException {
            return point.x() + "," + point.y();
        }
    }

    @Override
    public void onOpen(Session session, EndpointConfig config) {
        List<byte[]> parts = new ArrayList<>();
        session.addMessageHandler(Point.class, point -> {
            try {
                session.getBasicRemote().sendObject(new Point(point.y(), point.x()));
            } catch (IOException | EncodeException e) {
                throw new IllegalStateException(e);
            }
        });
        session.addMessageHandler(byte[].class, (part, last) -> {
            parts.add(part);
            if (last) {
                int sum = parts.stream().mapToInt(p -> p.length).sum();
                parts.clear();
                session.getAsyncRemote().sendObject(sum);
            }
        });
    }

    @Override
    public void onClose(Session session, CloseReason reason) {
        Journal.note("programmatic close " + reason.getCloseCode().getCode());
    }

    @Override
    public void onError(Session session, Throwable failure) {
        try {
            session.getBasicRemote().sendText("error " + failure.getMessage());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
