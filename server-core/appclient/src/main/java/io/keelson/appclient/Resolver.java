package io.keelson.appclient;

import io.keelson.appclient.Reference.Kind;
import io.keelson.appclient.ServerConnection.View;
import jakarta.transaction.UserTransaction;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import javax.naming.AuthenticationException;
import javax.naming.CommunicationException;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Finds what references lead to (Jakarta EE Platform 11, EE.5): in the client itself, or at the server. Thread-safe.
 */
final class Resolver {
    private static final Set<String> FACTORIES = Set.of(
            "jakarta.jms.ConnectionFactory",
            "jakarta.jms.QueueConnectionFactory",
            "jakarta.jms.TopicConnectionFactory");
    private static final String FACTORY = "jms/DefaultJMSConnectionFactory";
    private static final Map<String, String> NOT_HERE = Map.of(
            "javax.sql.DataSource",
            "data sources of a server are for its own applications: define one for the client by"
                    + " @DataSourceDefinition or <data-source>",
            "org.omg.CORBA.ORB",
            "there is no ORB in an application client: its calls go over the server's own protocol",
            "jakarta.mail.Session",
            "mail sessions of a server are for its own applications: define one for the client by"
                    + " @MailSessionDefinition or <mail-session>",
            "jakarta.transaction.TransactionSynchronizationRegistry",
            "there is none in an application client: use UserTransaction");
    private static final Map<String, String> VALIDATION = Map.of(
            "jakarta.validation.Validator", Validators.VALIDATOR,
            "jakarta.validation.ValidatorFactory", Validators.FACTORY);

    private final ServerConnection server;
    private final @Nullable String application;
    private final ClassLoader loader;
    private final ClientNames names;
    private final UserTransaction transaction;

    Resolver(
            ServerConnection server,
            @Nullable String application,
            ClassLoader loader,
            ClientNames names,
            UserTransaction transaction) {
        this.server = server;
        this.application = application;
        this.loader = loader;
        this.names = names;
        this.transaction = transaction;
    }

    /** Returns what a reference leads to; null for an entry without a value, which leaves a member as it is. */
    @Nullable
    Object resolve(Reference reference) throws ClientException {
        try {
            Object value = switch (reference.kind()) {
                case ENTRY -> entry(reference);
                case BEAN -> bean(reference);
                case RESOURCE -> resource(reference);
                case PERSISTENCE_UNIT -> PersistenceUnits.factory(reference, loader);
                case PERSISTENCE_CONTEXT ->
                    throw new ClientException(
                            reference.place() + ": an application client has no persistence contexts of a container;"
                                    + " use @PersistenceUnit and make an entity manager");
                case SERVICE -> service(reference);
            };
            if (value != null) {
                check(reference, value);
            }
            return value;
        } catch (NamingException e) {
            if (e instanceof AuthenticationException || e instanceof CommunicationException) {
                server.reach();
            }
            throw new ClientException(reference.place() + ": " + e.getMessage(), e);
        }
    }

    private void check(Reference reference, Object value) throws ClientException {
        String type = reference.type();
        if (type == null || reference.kind() == Kind.ENTRY) {
            return;
        }
        Class<?> wanted = type(type, reference.place());
        if (!wanted.isPrimitive() && !wanted.isInstance(value)) {
            throw new ClientException(reference.place() + ": what was found is no " + type + " but "
                    + value.getClass().getName());
        }
    }

    private Class<?> type(String name, String place) throws ClientException {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new ClientException(
                    place + ": the class " + name + " is not on the client's class path: its own JAR, what its"
                            + " manifest's Class-Path names, and the libraries of the EAR",
                    e);
        }
    }

    private @Nullable Object entry(Reference reference) throws ClientException, NamingException {
        String lookup = reference.lookup();
        if (lookup != null) {
            return found(reference, lookup);
        }
        String value = reference.value();
        return value == null ? null : Values.of(reference, value, loader);
    }

    private Object bean(Reference reference) throws ClientException, NamingException {
        String to = reference.lookup() != null ? reference.lookup() : reference.mapped();
        if (to != null) {
            return found(reference, to);
        }
        String type = reference.type();
        if (type == null) {
            throw new ClientException(reference.place() + ": it says neither an interface nor a name");
        }
        if (application == null) {
            throw new ClientException(reference.place()
                    + ": a client without an EAR has to name the bean by lookup, or the application by --application");
        }
        List<View> all = server.views(application);
        List<View> views = new ArrayList<>(
                all.stream().filter(view -> view.type().equals(type)).toList());
        String link = reference.link();
        if (link != null) {
            int mark = link.indexOf('#');
            String bean = link.substring(mark + 1);
            String module = mark < 0 ? null : plain(link.substring(0, mark));
            views.removeIf(view -> !view.bean().equals(bean)
                    || module != null && !view.module().equals(module));
        }
        if (views.size() == 1) {
            return Objects.requireNonNull(server.context().lookup(views.get(0).name()));
        }
        if (views.isEmpty()) {
            Set<String> there = new TreeSet<>();
            all.forEach(view -> there.add(link == null ? view.type() : view.bean()));
            throw new ClientException(reference.place() + ": the application '" + application + "' at " + server.url()
                    + " has no bean" + (link == null ? "" : " '" + link + "'") + " with the interface " + type
                    + Nearest.of(link == null ? type : link.substring(link.indexOf('#') + 1), there));
        }
        throw new ClientException(reference.place() + ": several beans of '" + application + "' have the interface "
                + type + "; choose one by beanName or <ejb-link>: "
                + String.join(
                        ", ",
                        views.stream()
                                .map(view -> view.module() + "#" + view.bean())
                                .toList()));
    }

    private static String plain(String uri) {
        String name = uri.substring(uri.lastIndexOf('/') + 1);
        return name.matches("(?i).+\\.[jw]ar") ? name.substring(0, name.length() - 4) : name;
    }

    private Object resource(Reference reference) throws ClientException, NamingException {
        String type = reference.type();
        String to = reference.lookup() != null ? reference.lookup() : reference.mapped();
        if (type != null && type.equals(URL.class.getName())) {
            return url(reference, to);
        }
        Object defined = names.definition(reference.full());
        if (defined != null) {
            return defined;
        }
        if (to != null) {
            return found(reference, to);
        }
        if (UserTransaction.class.getName().equals(type)) {
            return transaction;
        }
        String validation = type == null ? null : VALIDATION.get(type);
        if (validation != null) {
            return Objects.requireNonNull(names.value(validation));
        }
        String reason = type == null ? null : NOT_HERE.get(type);
        if (reason != null) {
            throw new ClientException(reference.place() + ": " + reason);
        }
        if (type != null && FACTORIES.contains(type)) {
            return found(reference, FACTORY);
        }
        // A name of the server that is the same as the reference's.
        return found(reference, reference.name());
    }

    private Object service(Reference reference) throws ClientException, NamingException {
        String lookup = reference.lookup();
        return lookup == null ? WebServices.reference(reference, loader) : found(reference, lookup);
    }

    private static Object url(Reference reference, @Nullable String to) throws ClientException {
        if (to == null) {
            throw new ClientException(reference.place() + ": a URL is given by lookup, or by a mapping to its address");
        }
        try {
            return new URL(to);
        } catch (MalformedURLException e) {
            throw new ClientException(reference.place() + ": '" + to + "' is no URL: " + e.getMessage(), e);
        }
    }

    private Object found(Reference reference, String name) throws ClientException, NamingException {
        if (reference.full().equals(name.startsWith("java:") ? name : "java:comp/env/" + name)
                && name.startsWith("java:")) {
            throw new ClientException(reference.place() + ": it leads to itself, " + name);
        }
        try {
            return Objects.requireNonNull(names.lookup(name));
        } catch (NameNotFoundException e) {
            Object view = view(name, reference.type());
            if (view != null) {
                return view;
            }
            String type = reference.type();
            String reason = type == null ? null : NOT_HERE.get(type);
            throw new ClientException(
                    reference.place() + ": there is no '" + name + "' at " + server.url()
                            + (reason == null ? near(name) : "; " + reason),
                    e);
        } catch (NamingException e) {
            String type = reference.type();
            String reason = type == null ? null : NOT_HERE.get(type);
            if (reason != null && !(e instanceof AuthenticationException) && !(e instanceof CommunicationException)) {
                throw new ClientException(reference.place() + ": " + reason + " (" + name + ")", e);
            }
            throw e;
        }
    }

    /**
     * The name of a bean with several remote views, as its descriptor says it, has the interface behind it. So has a
     * portable name.
     */
    private @Nullable Object view(String name, @Nullable String type) throws NamingException {
        boolean portable = name.startsWith("java:");
        char mark = portable ? '!' : '#';
        if (type == null || name.indexOf(mark) >= 0) {
            return null;
        }
        try {
            return names.lookup(name + mark + type);
        } catch (NameNotFoundException e) {
            return null;
        }
    }

    /** Names in the same context of the server. */
    private String near(String name) {
        int slash = name.lastIndexOf('/');
        String context = slash < 0 ? "" : name.substring(0, slash);
        String base = context.isEmpty() ? "" : context + "/";
        Set<String> there = new TreeSet<>();
        try {
            var all = server.context().list(context);
            while (all.hasMore() && there.size() < 20) {
                var each = all.next();
                if (!each.getClassName().equals(Context.class.getName())) {
                    there.add(base + each.getName());
                }
            }
        } catch (NamingException e) {
            // There is no such context.
            return "";
        }
        return Nearest.of(name, there);
    }
}
