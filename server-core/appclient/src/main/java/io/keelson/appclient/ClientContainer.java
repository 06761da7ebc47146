package io.keelson.appclient;

import io.keelson.appclient.ClientDescriptor.Definition;
import io.keelson.appclient.Reference.Declared;
import io.keelson.appclient.Reference.Kind;
import io.keelson.appclient.Reference.Target;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * A client module that is ready to run: loaded, injected, with names. Whoever started it calls {@link #run}, and {@link #close} at the
 * end, which may come from another thread. See docs/design/application-clients.md.
 */
final class ClientContainer implements AutoCloseable {
    private final ClientArchive archive;
    private final PrintStream messages;
    private final List<String> rest;
    private final AtomicBoolean closed = new AtomicBoolean();
    private @Nullable URLClassLoader loader;
    private @Nullable ServerConnection server;
    private @Nullable Method main;
    private List<Method> preDestroy = List.of();

    private ClientContainer(ClientArchive archive, PrintStream messages, List<String> rest) {
        this.archive = archive;
        this.messages = messages;
        this.rest = rest;
    }

    /**
     * Prepares a client: everything but its main method. The calling thread gets the client's class loader as its context class loader.
     *
     * @param home the distribution; null for none
     * @param messages for what is left out, and with {@code --verbose} for what is brought
     */
    static ClientContainer start(Arguments arguments, @Nullable Path home, PrintStream messages)
            throws ClientException {
        ClientArchive archive = ClientArchive.open(arguments.archive());
        ClientContainer container = new ClientContainer(archive, messages, arguments.rest());
        boolean complete = false;
        try {
            container.prepare(arguments, home);
            complete = true;
            return container;
        } finally {
            if (!complete) {
                container.close();
            }
        }
    }

    private void prepare(Arguments arguments, @Nullable Path home) throws ClientException {
        ClientModule module = archive.module(arguments.module());
        ClientDescriptor descriptor = ClientDescriptor.read(module);
        URLClassLoader classes = loader(module, home, arguments.verbose());
        loader = classes;
        Thread.currentThread().setContextClassLoader(classes);
        Class<?> type = mainClass(module, classes);
        ServerConnection connection = new ServerConnection(
                arguments.server(), Login.of(arguments, descriptor.callbackHandler(), classes), classes);
        server = connection;
        if (arguments.server() != null || arguments.user() != null || descriptor.callbackHandler() != null) {
            connection.reach();
        }
        String application = arguments.application() != null ? arguments.application() : module.application();
        ClientNames names = names(module, descriptor, connection, application);
        ClientTransaction transaction = new ClientTransaction(connection);
        names.add("java:comp/UserTransaction", () -> transaction);
        Validators validators = new Validators(classes);
        names.add(Validators.FACTORY, validators::factory);
        names.add(Validators.VALIDATOR, validators::validator);
        Resolver resolver = new Resolver(connection, application, classes, names, transaction);
        ClientContextFactory.current(names);
        Injection injection = new Injection(type);
        boolean annotations = !descriptor.complete();
        inject(type, descriptor, annotations, names, resolver, injection, connection);
        preDestroy = injection.callbacks(false, annotations, descriptor.preDestroy());
        call(injection.callbacks(true, annotations, descriptor.postConstruct()));
    }

    private URLClassLoader loader(ClientModule module, @Nullable Path home, boolean verbose) throws ClientException {
        Brought brought = Brought.of(module.classPath(), home);
        if (verbose) {
            messages.println("keelson: client module " + module.name() + " of "
                    + (module.application() == null ? module.uri() : module.application()));
            module.classPath().forEach(each -> messages.println("keelson:   its own: " + each.getFileName()));
            if (!brought.apis().isEmpty()) {
                messages.println("keelson:   it mentions "
                        + String.join(", ", brought.apis())
                                .replaceAll("/(?=,|$)", "")
                                .replace('/', '.'));
            }
            brought.jars().forEach(each -> messages.println("keelson:   brought: " + each.getFileName()));
        }
        List<URL> urls = new ArrayList<>();
        try {
            for (Path each : module.classPath()) {
                urls.add(each.toUri().toURL());
            }
            for (Path each : brought.jars()) {
                urls.add(each.toUri().toURL());
            }
        } catch (MalformedURLException e) {
            throw new ClientException("the client's class path cannot be read: " + e.getMessage(), e);
        }
        return new URLClassLoader(
                "client " + module.name(), urls.toArray(URL[]::new), ClientContainer.class.getClassLoader());
    }

    private Class<?> mainClass(ClientModule module, ClassLoader classes) throws ClientException {
        String name = module.mainClass();
        if (name == null) {
            throw new ClientException("the client module " + module.uri()
                    + " has no main class: its META-INF/MANIFEST.MF needs a line 'Main-Class: org.acme.Main'");
        }
        try {
            Class<?> type = Class.forName(name.trim(), false, classes);
            Method found = type.getMethod("main", String[].class);
            if (!Modifier.isStatic(found.getModifiers()) || found.getReturnType() != void.class) {
                throw new ClientException(name + ".main(String[]) of " + module.uri() + " is not static, or not void");
            }
            found.setAccessible(true);
            main = found;
            return type;
        } catch (ClassNotFoundException e) {
            throw new ClientException("the main class " + name + " of " + module.uri() + " is not in it", e);
        } catch (NoSuchMethodException e) {
            throw new ClientException(name + " of " + module.uri() + " has no public method main(String[])", e);
        } catch (LinkageError e) {
            throw new ClientException("the main class " + name + " of " + module.uri() + " cannot be loaded: " + e, e);
        }
    }

    private static ClientNames names(
            ClientModule module,
            ClientDescriptor descriptor,
            ServerConnection connection,
            @Nullable String application) {
        ClientNames names = new ClientNames(connection, application);
        String name = descriptor.moduleName() == null ? module.name() : descriptor.moduleName();
        names.add("java:comp/InAppClientContainer", () -> true);
        names.add("java:module/ModuleName", () -> name);
        names.add("java:app/AppName", () -> application == null ? name : application);
        names.add("java:comp/DefaultJMSConnectionFactory", () -> {
            try {
                return connection.context().lookup("jms/DefaultJMSConnectionFactory");
            } catch (NamingException e) {
                throw new ClientException("java:comp/DefaultJMSConnectionFactory: " + e.getMessage(), e);
            }
        });
        for (String absent : List.of("java:comp/DefaultDataSource", "java:comp/ORB")) {
            names.add(absent, () -> {
                throw new ClientException(absent + ": it is for applications of the server, not for their clients");
            });
        }
        return names;
    }

    private void inject(
            Class<?> type,
            ClientDescriptor descriptor,
            boolean annotations,
            ClientNames names,
            Resolver resolver,
            Injection injection,
            ServerConnection connection)
            throws ClientException {
        ClientAnnotations annotated = annotations ? ClientAnnotations.of(type) : new ClientAnnotations();
        Definitions definitions = new Definitions(connection, type.getClassLoader(), messages);
        Map<String, Definition> defined = new LinkedHashMap<>();
        annotated.definitions().forEach(each -> defined.put(full(each.name()), each));
        descriptor.definitions().forEach(each -> defined.put(full(each.name()), each));
        defined.forEach((name, definition) -> names.define(name, () -> definitions.make(definition)));
        List<Declared> all = merged(descriptor.references(), annotated.references(), injection);
        for (Declared each : all) {
            Reference reference = each.reference();
            if (!defined.containsKey(reference.full())) {
                if (reference.kind() == Kind.BEAN) {
                    names.addBean(reference.full(), () -> resolver.resolve(reference));
                } else {
                    names.add(reference.full(), () -> resolver.resolve(reference));
                }
            }
        }
        for (Declared each : all) {
            for (Target target : each.targets()) {
                Object value = names.value(each.reference().full());
                if (value != null) {
                    injection.set(target, value, each.reference().place());
                }
            }
        }
    }

    private static String full(String name) {
        return name.startsWith("java:") ? name : "java:comp/env/" + name;
    }

    /** Returns each name once: a descriptor prevails over an annotation. Types that are not said are those of members. */
    private static List<Declared> merged(List<Declared> descriptor, List<Declared> annotations, Injection injection)
            throws ClientException {
        Map<String, Declared> all = new LinkedHashMap<>();
        for (Declared each : annotations) {
            all.merge(each.reference().full(), each, ClientContainer::joined);
        }
        for (Declared each : descriptor) {
            all.merge(each.reference().full(), each, (before, after) -> joined(after, before));
        }
        List<Declared> merged = new ArrayList<>();
        for (Declared each : all.values()) {
            Reference reference = each.reference();
            String said = reference.type();
            if (said == null && !each.targets().isEmpty()) {
                said = injection.type(each.targets().get(0)).getName();
            }
            boolean simple = reference.kind() == Kind.RESOURCE && said != null && isSimple(said, each, injection);
            merged.add(new Declared(
                    new Reference(
                            simple ? Kind.ENTRY : reference.kind(),
                            reference.name(),
                            said,
                            reference.value(),
                            reference.lookup(),
                            reference.mapped(),
                            reference.link(),
                            reference.handlers(),
                            reference.features(),
                            reference.place()),
                    each.targets()));
        }
        return merged;
    }

    private static boolean isSimple(String type, Declared declared, Injection injection) throws ClientException {
        return type.equals(String.class.getName())
                || !declared.targets().isEmpty()
                        && Values.isSimple(injection.type(declared.targets().get(0)));
    }

    private static Declared joined(Declared first, Declared second) {
        Set<Target> targets = new LinkedHashSet<>(first.targets());
        targets.addAll(second.targets());
        Reference over = first.reference().over(second.reference());
        Kind kind = over.kind() == Kind.RESOURCE ? second.reference().kind() : over.kind();
        return new Declared(
                new Reference(
                        kind,
                        over.name(),
                        over.type(),
                        over.value() == null ? second.reference().value() : over.value(),
                        over.lookup(),
                        over.mapped(),
                        over.link(),
                        over.handlers(),
                        over.features(),
                        over.place()),
                List.copyOf(targets));
    }

    private static void call(List<Method> callbacks) throws ClientException {
        for (Method each : callbacks) {
            try {
                each.invoke(null);
            } catch (InvocationTargetException | IllegalAccessException e) {
                Throwable cause = e.getCause() == null ? e : e.getCause();
                throw new ClientException(
                        each.getDeclaringClass().getName() + "." + each.getName() + "() failed: " + cause, cause);
            }
        }
    }

    /**
     * Calls the main method.
     *
     * @throws Throwable what it throws, as it is
     */
    void run() throws Throwable {
        Method method = main;
        if (method == null) {
            throw new IllegalStateException("the client was not started");
        }
        try {
            method.invoke(null, (Object) rest.toArray(String[]::new));
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Calls what is to be called before the end, then frees sockets, threads and files. Only the first call does something. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            call(preDestroy);
        } catch (ClientException e) {
            messages.println("keelson: " + e.getMessage());
        }
        ClientContextFactory.current(null);
        try {
            ServerConnection connection = server;
            if (connection != null) {
                connection.close();
            }
            URLClassLoader classes = loader;
            if (classes != null) {
                classes.close();
            }
        } catch (NamingException | IOException e) {
            messages.println("keelson: the client was not ended in good order: " + e.getMessage());
        }
        archive.close();
    }
}
