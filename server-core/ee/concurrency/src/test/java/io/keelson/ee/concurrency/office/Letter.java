package io.keelson.ee.concurrency.office;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ContextService;
import jakarta.enterprise.concurrent.ManagedTask;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Writes contextual proxies as text, and reads and calls those of other applications. */
@WebServlet("/letter")
public class Letter extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Resource
    private transient ContextService contexts;

    /** Text that is sent. */
    public interface Sent extends Callable<String>, Serializable {}

    /** Tells where it runs. */
    public static final class Where implements Sent {
        private static final long serialVersionUID = 1L;

        @Override
        public String call() throws NamingException {
            return InitialContext.doLookup("java:app/AppName") + " "
                    + Thread.currentThread().getContextClassLoader().getName();
        }
    }

    /** Is not serializable. */
    public static final class Heavy implements Sent {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial")
        private final Object weight = new Object();

        @Override
        public String call() {
            return weight.toString();
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String text = request.getParameter("read");
        try {
            if (text == null) {
                Sent sent = request.getParameter("heavy") == null ? new Where() : new Heavy();
                response.getWriter()
                        .print(written(contexts.createContextualProxy(
                                sent, Map.of(ManagedTask.IDENTITY_NAME, "a letter"), Sent.class)));
                return;
            }
            Sent read = (Sent) read(text);
            Sent again = (Sent) read(written(read));
            response.getWriter()
                    .print(again.call() + ", "
                            + contexts.getExecutionProperties(again).get(ManagedTask.IDENTITY_NAME) + ", "
                            + InitialContext.doLookup("java:app/AppName"));
        } catch (Exception e) {
            response.getWriter().print(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    private static String written(Object proxy) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(proxy);
        }
        return Base64.getUrlEncoder().encodeToString(bytes.toByteArray());
    }

    private static Object read(String text) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(
                new ByteArrayInputStream(Base64.getUrlDecoder().decode(text)))) {
            return in.readObject();
        }
    }
}
