package io.keelson.ee.cdi.shapes;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Qualifier;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Base64;

/** Writes a resource that a producer field declares into a stream of Java, and reads one. */
@WebServlet("/registry")
public class RegistryServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Inject
    @Kept
    private transient Instance<TransactionSynchronizationRegistry> registry;

    /** Tells the resource that the application declares from the server's own. */
    @Qualifier
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Kept {}

    /** Declares the resource. */
    @Dependent
    public static class Declaration {
        @Produces
        @Kept
        @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
        private TransactionSynchronizationRegistry registry;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(registry.get());
        }
        response.getWriter().print(Base64.getEncoder().encodeToString(bytes.toByteArray()));
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        byte[] bytes = Base64.getDecoder().decode(request.getInputStream().readAllBytes());
        try (ObjectInputStream in = new OfApplication(new ByteArrayInputStream(bytes))) {
            TransactionSynchronizationRegistry read = (TransactionSynchronizationRegistry) in.readObject();
            response.getWriter().print(read.getTransactionStatus() + " " + read.getTransactionKey());
        } catch (ClassNotFoundException e) {
            throw new IOException(e);
        }
    }

    /** Finds classes as the server does that reads a session. */
    private static final class OfApplication extends ObjectInputStream {
        OfApplication(InputStream in) throws IOException {
            super(in);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass described) throws ClassNotFoundException {
            return Class.forName(described.getName(), false, RegistryServlet.class.getClassLoader());
        }
    }
}
