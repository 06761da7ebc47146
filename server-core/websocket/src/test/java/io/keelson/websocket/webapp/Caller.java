package io.keelson.websocket.webapp;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.websocket.ClientEndpoint;
import jakarta.websocket.ClientEndpointConfig;
import jakarta.websocket.CloseReason;
import jakarta.websocket.ContainerProvider;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.Extension;
import jakarta.websocket.HandshakeResponse;
import jakarta.websocket.MessageHandler;
import jakarta.websocket.OnClose;
import jakarta.websocket.OnMessage;
import jakarta.websocket.OnOpen;
import jakarta.websocket.Session;
import jakarta.websocket.WebSocketContainer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Opens connections from within the application to the endpoint that the parameter {@code to} names, and tells how it went. */
public class Caller extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain;charset=utf-8");
        String answer;
        try {
            answer = answer(request);
        } catch (Exception e) {
            answer = e.getClass().getSimpleName() + ": " + e.getMessage();
        }
        response.getWriter().print(answer);
    }

    private static String answer(HttpServletRequest request) throws Exception {
        WebSocketContainer container = ContainerProvider.getWebSocketContainer();
        URI to = URI.create(request.getParameter("to"));
        switch (request.getParameter("as")) {
            case "annotated":
                Annotated annotated = new Annotated();
                Session session = container.connectToServer(annotated, to);
                return annotated.about + " " + session.getId().equals(annotated.id);
            case "class":
                try (Session made = container.connectToServer(Annotated.class, to)) {
                    made.getBasicRemote().sendText("hello");
                    return (String) made.getUserProperties().get("instance");
                }
            case "echo":
                return echo(container, to, request);
            case "fields":
                Fields fields = new Fields();
                ClientEndpointConfig config = ClientEndpointConfig.Builder.create()
                        .configurator(fields)
                        .build();
                try (Session shaken = container.connectToServer(Listening.class, config, to)) {
                    return "answered " + fields.answered.get("x-doorkeeper") + " " + shaken.isOpen();
                }
            default:
                return "?";
        }
    }

    private static String echo(WebSocketContainer container, URI to, HttpServletRequest request) throws Exception {
        Listening listening = new Listening();
        ClientEndpointConfig.Builder config = ClientEndpointConfig.Builder.create();
        if (request.getParameter("compressed") != null) {
            config.extensions(List.of(new Deflate()));
        }
        String authority = request.getParameter("authority");
        if (authority != null) {
            config.sslContext(trusting(Path.of(authority)));
        }
        try (Session session = container.connectToServer(listening, config.build(), to)) {
            int size = Integer.parseInt(request.getParameter("size"));
            session.setMaxTextMessageBufferSize(size);
            session.setMaxBinaryMessageBufferSize(size);
            String text = "ä".repeat(size / 2);
            session.getBasicRemote().sendText(text);
            Object heard = listening.heard.poll(20, TimeUnit.SECONDS);
            byte[] bytes = new byte[size];
            bytes[size - 1] = 7;
            session.getAsyncRemote().sendBinary(ByteBuffer.wrap(bytes)).get(60, TimeUnit.SECONDS);
            byte[] back = (byte[]) listening.heard.poll(20, TimeUnit.SECONDS);
            return "text " + text.equals(heard) + ", bytes " + java.util.Arrays.equals(bytes, back) + ", secure "
                    + session.isSecure() + ", extensions "
                    + session.getNegotiatedExtensions().size() + ", parameters "
                    + session.getRequestParameterMap() + ", loader "
                    + (listening.loader == Caller.class.getClassLoader());
        }
    }

    /** Trusts that certificate only. */
    public static SSLContext trusting(Path certificate) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream in = Files.newInputStream(certificate)) {
            store.setCertificateEntry(
                    "it", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    /** Stays open until somebody closes it. */
    @ClientEndpoint(subprotocols = "chat.v2")
    public static class Annotated {
        private volatile String about = "not open";
        private volatile String id;

        @OnOpen
        public void open(Session session) {
            id = session.getId();
            session.getUserProperties().put("instance", getClass().getSimpleName());
            about = "open before connectToServer returned, protocol " + session.getNegotiatedSubprotocol();
        }

        @OnMessage
        public void take(String message) {
            Journal.note("client heard " + message);
        }

        @OnClose
        public void close(CloseReason reason) {
            Journal.note("client closed " + reason.getCloseCode().getCode());
        }
    }

    public static final class Listening extends Endpoint {
        private final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
        private volatile ClassLoader loader;

        /** For the container. */
        public Listening() {}

        @Override
        public void onOpen(Session session, EndpointConfig config) {
            session.addMessageHandler(String.class, (MessageHandler.Whole<String>) text -> {
                loader = Thread.currentThread().getContextClassLoader();
                heard.add(text);
            });
            session.addMessageHandler(byte[].class, (MessageHandler.Whole<byte[]>) heard::add);
        }
    }

    private static final class Fields extends ClientEndpointConfig.Configurator {
        private final Map<String, List<String>> answered = new java.util.TreeMap<>(String.CASE_INSENSITIVE_ORDER);

        @Override
        public void beforeRequest(Map<String, List<String>> headers) {
            headers.put("X-Guest", List.of("caller"));
        }

        @Override
        public void afterResponse(HandshakeResponse response) {
            answered.putAll(response.getHeaders());
        }
    }

    private static final class Deflate implements Extension {
        @Override
        public String getName() {
            return "permessage-deflate";
        }

        @Override
        public List<Parameter> getParameters() {
            return List.of();
        }
    }
}
