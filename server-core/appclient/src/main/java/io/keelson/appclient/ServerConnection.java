package io.keelson.appclient;

import io.keelson.client.ContextFactory;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Hashtable;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import javax.naming.AuthenticationException;
import javax.naming.Context;
import javax.naming.NameClassPair;
import javax.naming.NameNotFoundException;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/** The names of the server, behind a connection that is made at the first use. Thread-safe: the lock guards the connection. */
final class ServerConnection implements AutoCloseable {
    static final String DEFAULT = "keelson://localhost:7001";
    private static final String ALLOWED = "META-INF/keelson-remote-classes";

    private final String url;
    private final Login login;
    private final ClassLoader loader;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Context context;
    private boolean closed;

    ServerConnection(@Nullable String url, Login login, ClassLoader loader) {
        this.url = url == null ? DEFAULT : url;
        this.login = login;
        this.loader = loader;
    }

    String url() {
        return url;
    }

    /** Connects, where that has not happened yet. */
    Context context() throws NamingException {
        lock.lock();
        try {
            if (closed) {
                throw new NamingException("the application client has ended");
            }
            if (context == null) {
                context = connect();
            }
            return context;
        } finally {
            lock.unlock();
        }
    }

    /** Connects, and says what to do where that fails. */
    void reach() throws ClientException {
        try {
            Objects.requireNonNull(context());
        } catch (NamingException e) {
            throw refused(e);
        }
    }

    private ClientException refused(NamingException e) {
        if (e instanceof AuthenticationException) {
            return new ClientException(
                    "the login of " + login + " at " + url + " was refused: " + e.getMessage()
                            + (login.user() == null ? "; name a user with --user" : ""),
                    e);
        }
        return new ClientException(
                "the server " + url + " cannot be reached: " + e.getMessage() + "; name another with --server", e);
    }

    private Context connect() throws NamingException {
        Hashtable<String, Object> environment = new Hashtable<>();
        environment.put(Context.PROVIDER_URL, url);
        String user = login.user();
        if (user != null) {
            environment.put(Context.SECURITY_PRINCIPAL, user);
            environment.put(Context.SECURITY_CREDENTIALS, login.password());
        }
        environment.put(ContextFactory.ALLOWED_CLASSES, String.join(",", allowed()));
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return new ContextFactory().getInitialContext(environment);
        } finally {
            thread.setContextClassLoader(before);
            Arrays.fill(login.password(), '\0');
        }
    }

    /** Returns which classes answers may bring: those that the application names, and those of the property. */
    private Set<String> allowed() throws NamingException {
        Set<String> allowed = new LinkedHashSet<>();
        String property = System.getProperty(ContextFactory.ALLOWED_CLASSES);
        if (property != null && !property.isBlank()) {
            allowed.add(property);
        }
        try {
            for (URL file : Collections.list(loader.getResources(ALLOWED))) {
                try (InputStream in = file.openStream()) {
                    new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .map(String::trim)
                            .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                            .forEach(allowed::add);
                }
            }
        } catch (IOException e) {
            NamingException failed = new NamingException(ALLOWED + " cannot be read: " + e.getMessage());
            failed.initCause(e);
            throw failed;
        }
        return allowed;
    }

    /**
     * A remote view that the server shows.
     *
     * @param module the name of the module; empty for an application that is one itself
     * @param bean the name of the bean
     * @param type the full name of the interface
     * @param name the whole name
     */
    record View(String module, String bean, String type, String name) {}

    /** Returns the views of an application's beans. Local ones are among them, as names do not tell. */
    List<View> views(String application) throws ClientException {
        try {
            List<View> views = new ArrayList<>();
            String base = "java:global/" + application;
            for (NameClassPair each : list(base)) {
                if (each.getName().indexOf('!') > 0) {
                    views.add(view("", each.getName(), base));
                } else if (each.getClassName().equals(Context.class.getName())) {
                    for (NameClassPair bean : list(base + "/" + each.getName())) {
                        if (bean.getName().indexOf('!') > 0) {
                            views.add(view(each.getName(), bean.getName(), base + "/" + each.getName()));
                        }
                    }
                }
            }
            return views;
        } catch (NameNotFoundException e) {
            throw new ClientException(
                    "no application '" + application + "' with beans runs at " + url
                            + Nearest.of(application, applications())
                            + (applications().isEmpty() ? "" : "; choose one with --application"),
                    e);
        } catch (NamingException e) {
            throw refused(e);
        }
    }

    private static View view(String module, String name, String base) {
        int mark = name.indexOf('!');
        return new View(module, name.substring(0, mark), name.substring(mark + 1), base + "/" + name);
    }

    private Set<String> applications() throws ClientException {
        Set<String> names = new TreeSet<>();
        try {
            list("java:global").forEach(each -> names.add(each.getName()));
        } catch (NamingException e) {
            throw refused(e);
        }
        return names;
    }

    private List<NameClassPair> list(String name) throws NamingException {
        List<NameClassPair> all = new ArrayList<>();
        NamingEnumeration<NameClassPair> names = context().list(name);
        while (names.hasMore()) {
            all.add(names.next());
        }
        return all;
    }

    @Override
    public void close() throws NamingException {
        lock.lock();
        try {
            closed = true;
            Arrays.fill(login.password(), '\0');
            if (context != null) {
                context.close();
                context = null;
            }
        } finally {
            lock.unlock();
        }
    }
}
