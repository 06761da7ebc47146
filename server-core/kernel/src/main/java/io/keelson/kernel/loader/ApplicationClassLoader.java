package io.keelson.kernel.loader;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.IllegalClassFormatException;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.SecureClassLoader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.HttpsURLConnection;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The class loader of one application.
 *
 * <p>A class is looked for in this order: the JDK, where it exports the package; for {@code jakarta} packages the server and
 * the parts that are used; the application's directories, then its jars; the other packages of those parts; the domain's
 * {@code lib/}. Resources and {@code META-INF/services} entries follow the same rules. What is in none of these does not
 * exist for the application, whatever the server has on its own class path.
 *
 * <p>An application {@linkplain #ofClient of a client} is the exception: the client's loader is asked after the JDK and before all
 * others, so that both have the same classes. See docs/design/class-loading.md.
 */
public final class ApplicationClassLoader extends SecureClassLoader implements Closeable {
    private static final Logger LOG = Logger.getLogger(ApplicationClassLoader.class);
    private static final String TLS = "javax.net.ssl";
    private static final List<String> SERVERS_SERVICES =
            List.of("META-INF/services/jakarta.", "META-INF/services/io.keelson.");
    private static final List<String> DESCRIPTORS =
            List.of("META-INF/beans.xml", "META-INF/ejb-jar.xml", "META-INF/persistence.xml");

    static {
        registerAsParallelCapable();
    }

    private final String application;
    private final DomainLibrary domain;
    private final @Nullable ApplicationClassLoader enclosing;
    private final @Nullable ClassLoader client;
    private final List<Part> parts;
    private final ClassPath classPath;
    private final Packages packages = new Packages();
    private final List<ClassFileTransformer> transformers = new CopyOnWriteArrayList<>();
    private final Map<CodeOrigin, ProtectionDomain> domains = new ConcurrentHashMap<>();
    private final Map<Class<?>, Object> attachments = new ConcurrentHashMap<>();
    private volatile boolean usesDesktop;
    private volatile boolean usesHttpsConnections;
    private volatile boolean usesTlsContexts;
    private volatile boolean closed;

    /**
     * Opens the jars.
     *
     * @param application its name, for messages
     * @param domain the parent
     * @param parts the parts that the application uses
     * @param directories of classes, in order, before the jars
     * @param jars in order
     * @throws IOException when a jar cannot be opened; the message names it
     */
    public ApplicationClassLoader(
            String application, DomainLibrary domain, List<Part> parts, List<Path> directories, List<Path> jars)
            throws IOException {
        this(null, null, application, domain, parts, directories, jars);
    }

    private ApplicationClassLoader(
            @Nullable ClassLoader client,
            @Nullable ApplicationClassLoader enclosing,
            String application,
            DomainLibrary domain,
            List<Part> parts,
            List<Path> directories,
            List<Path> jars)
            throws IOException {
        super("application-" + application, enclosing == null ? domain : enclosing);
        this.application = application;
        this.domain = domain;
        this.enclosing = enclosing;
        this.client = client;
        this.parts = List.copyOf(parts);
        this.classPath = ClassPath.open(directories, jars);
    }

    /**
     * The loader of a module: after its own classes and the parts that it uses it sees what the modules of its enterprise
     * application share.
     *
     * @param enclosing the loader of that; null: there is none
     * @throws IOException as the constructor
     */
    public static ApplicationClassLoader within(
            @Nullable ApplicationClassLoader enclosing,
            String module,
            DomainLibrary domain,
            List<Part> parts,
            List<Path> directories,
            List<Path> jars)
            throws IOException {
        return new ApplicationClassLoader(null, enclosing, module, domain, parts, directories, jars);
    }

    /**
     * The loader of an application, or of a module of one, whose classes a client in this JVM has itself. What the client's loader finds is
     * taken from there; what it does not find is defined here. No transformer sees the classes of the client.
     *
     * @param client the loader of the client; it has to have the server's Jakarta APIs
     * @param enclosing as in {@link #within}
     * @throws IOException as the constructor
     */
    public static ApplicationClassLoader ofClient(
            ClassLoader client,
            @Nullable ApplicationClassLoader enclosing,
            String application,
            DomainLibrary domain,
            List<Part> parts,
            List<Path> directories,
            List<Path> jars)
            throws IOException {
        return new ApplicationClassLoader(client, enclosing, application, domain, parts, directories, jars);
    }

    /**
     * Returns true if a class is what a loader defines: by itself, or for an application of a client by the client's loader or one above
     * that.
     *
     * @param loader of an application, or any other
     */
    public static boolean defines(ClassLoader loader, Class<?> type) {
        ClassLoader defining = type.getClassLoader();
        if (defining == loader) {
            return true;
        }
        ClassLoader at = loader instanceof ApplicationClassLoader own ? own.client : null;
        while (at != null && at != defining && at != ClassLoader.getPlatformClassLoader()) {
            at = at.getParent();
        }
        return at != null && at == defining && at != ClassLoader.getPlatformClassLoader();
    }

    /** The application's name. */
    public String application() {
        return application;
    }

    /**
     * Lets a transformer see each class of the application that is defined from now on, in the order of their adding. One
     * that throws leaves the class as it was.
     */
    public void addTransformer(ClassFileTransformer transformer) {
        transformers.add(transformer);
    }

    /**
     * Keeps something with the application until it ends, for standard APIs whose way into a server is the context class
     * loader of a thread, as {@code ContainerProvider} of WebSocket.
     */
    public <T> void attach(Class<T> type, T value) {
        attachments.put(type, value);
    }

    /**
     * Returns the value that {@link #attach} keeps with the application of a loader: with the loader itself or the nearest one above it.
     * Empty where the loader belongs to none.
     */
    public static <T> Optional<T> attachment(@Nullable ClassLoader of, Class<T> type) {
        for (ClassLoader at = of; at != null; at = at.getParent()) {
            Object found = at instanceof ApplicationClassLoader own ? own.attachments.get(type) : null;
            if (found != null) {
                return Optional.of(type.cast(found));
            }
        }
        return Optional.empty();
    }

    /** Takes a transformer away. */
    public void removeTransformer(ClassFileTransformer transformer) {
        transformers.remove(transformer);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        Class<?> loaded = findLoadedClass(name);
        if (loaded != null) {
            return loaded;
        }
        String packageName = PackageSet.packageOf(name);
        ClassLoader jdk = JdkPackages.loaderOf(packageName);
        if (jdk != null) {
            noteDesktop(packageName);
            noteTls(packageName, name);
            loaded = orNull(jdk, name);
        } else if (client != null) {
            loaded = orNull(client, name);
        } else if (isJakarta(packageName)) {
            loaded = serversOwn(name);
        }
        return loaded != null ? loaded : ownOrShown(name);
    }

    private void noteDesktop(String packageName) {
        if (!usesDesktop && DesktopClasses.include(packageName)) {
            DesktopClasses.usedByTheServerFirst();
            usesDesktop = true;
        }
    }

    /** Returns whether the application has asked for classes of {@code java.awt}, {@code javax.imageio} and the like. */
    public boolean usesDesktop() {
        return usesDesktop;
    }

    private void noteTls(String packageName, String name) {
        if (!packageName.equals(TLS)) {
            return;
        }
        if (name.endsWith(".HttpsURLConnection")) {
            JdksHostnameVerifier.seen();
            usesHttpsConnections = true;
        } else if (name.endsWith(".SSLContext")) {
            usesTlsContexts = true;
        }
    }

    /** Returns true if the application has asked for {@link HttpsURLConnection}, whose defaults are the JVM's. */
    public boolean usesHttpsConnections() {
        return usesHttpsConnections;
    }

    /** Returns true if the application has asked for {@link javax.net.ssl.SSLContext}, of which the JVM has a default. */
    public boolean usesTlsContexts() {
        return usesTlsContexts;
    }

    /** Returns the JDK's own verifier of host names, as it was before any application could replace it. */
    public HostnameVerifier jdksHostnameVerifier() {
        return JdksHostnameVerifier.seen();
    }

    /** The JVM initialises this when the first application asks for {@link HttpsURLConnection}. */
    private static final class JdksHostnameVerifier {
        private static final HostnameVerifier VERIFIER = HttpsURLConnection.getDefaultHostnameVerifier();

        static HostnameVerifier seen() {
            return VERIFIER;
        }
    }

    private static @Nullable Class<?> orNull(ClassLoader loader, String name) {
        try {
            return loader.loadClass(name);
        } catch (ClassNotFoundException absent) {
            return null;
        }
    }

    private static boolean isJakarta(String packageName) {
        return packageName.startsWith("jakarta.");
    }

    private @Nullable Class<?> serversOwn(String name) {
        Class<?> shown = domain.view().shown(name);
        shown = shown != null ? shown : shownByParts(name);
        if (shown != null && LOG.isDebugEnabled() && classPath.find(fileName(name)) != null) {
            LOG.debugf("Application '%s' brings %s; the server's own is used", application, name);
        }
        return shown;
    }

    private @Nullable Class<?> shownByParts(String name) {
        for (Part part : parts) {
            Class<?> shown = part.shown(name);
            if (shown != null) {
                return shown;
            }
        }
        return null;
    }

    private Class<?> ownOrShown(String name) throws ClassNotFoundException {
        Class<?> found = defineOwn(name);
        found = found != null ? found : shownByParts(name);
        if (found != null) {
            return found;
        }
        try {
            return enclosing == null ? domain.loadForApplication(name) : enclosing.loadClass(name);
        } catch (ClassNotFoundException absent) {
            throw new ClassNotFoundException(
                    closed ? name + " (application '" + application + "' was undeployed)" : name);
        }
    }

    /**
     * Defines a class that the server generates for the application. Streams that the application reads find it by its name. A class
     * of that name that is
     * there already stays.
     *
     * @param name in a package that neither the application nor the server has
     * @param bytes an array with the class
     * @param offset where it begins
     * @param length its number of bytes
     * @return the class
     */
    public Class<?> defineGenerated(String name, byte[] bytes, int offset, int length) {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : defineClass(name, bytes, offset, length);
        }
    }

    /** For the JDK, which looks here for the {@code package-info} of a package when it is asked for the package's annotations. */
    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        Class<?> own = defineOwn(name);
        if (own == null) {
            throw new ClassNotFoundException(name);
        }
        return own;
    }

    /** A class of the application itself; null where it has none of that name. */
    @Nullable
    Class<?> shared(String name) throws ClassNotFoundException {
        return closed ? null : defineOwn(name);
    }

    private @Nullable Class<?> defineOwn(String name) throws ClassNotFoundException {
        ClassSource.Entry entry = classPath.find(fileName(name));
        if (entry == null) {
            return null;
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name, entry);
        }
    }

    private static String fileName(String className) {
        return className.replace('.', '/') + ".class";
    }

    private Class<?> define(String name, ClassSource.Entry entry) throws ClassNotFoundException {
        try {
            byte[] bytes;
            try (InputStream in = entry.open()) {
                bytes = in.readAllBytes();
            }
            packageFor(name, entry.source());
            ProtectionDomain owner = domainOf(entry);
            byte[] woven = transform(name, owner, bytes);
            return defineClass(name, woven, 0, woven.length, owner);
        } catch (IOException e) {
            throw new ClassNotFoundException(name + " could not be read from " + entry.source(), e);
        }
    }

    private void packageFor(String className, ClassSource source) throws IOException {
        String name = PackageSet.packageOf(className);
        if (name.isEmpty()) {
            return;
        }
        Package known = getDefinedPackage(name);
        Packages.Attributes attributes = packages.attributes(name, source);
        if (known == null) {
            try {
                definePackage(
                        name,
                        attributes.specificationTitle(),
                        attributes.specificationVersion(),
                        attributes.specificationVendor(),
                        attributes.title(),
                        attributes.version(),
                        attributes.vendor(),
                        attributes.sealed() ? source.location() : null);
                return;
            } catch (IllegalArgumentException definedMeanwhile) {
                known = getDefinedPackage(name);
            }
        }
        boolean broken = known.isSealed() ? !known.isSealed(source.location()) : attributes.sealed();
        if (broken) {
            throw new SecurityException(
                    "package " + name + " is sealed and lies in " + source + " and in another library");
        }
    }

    private ProtectionDomain domainOf(ClassSource.Entry entry) {
        CodeOrigin origin = CodeOrigin.of(entry);
        return domains.computeIfAbsent(origin, o -> {
            CodeSource code = new CodeSource(entry.source().location(), entry.signers());
            return new ProtectionDomain(code, getPermissions(code), this, null);
        });
    }

    private byte[] transform(String name, ProtectionDomain owner, byte[] bytes) {
        byte[] current = bytes;
        for (ClassFileTransformer transformer : transformers) {
            try {
                byte[] woven = transformer.transform(this, name.replace('.', '/'), null, owner, current);
                current = woven == null ? current : woven;
            } catch (IllegalClassFormatException | RuntimeException e) {
                LOG.debugf(e, "A transformer of application '%s' left class %s as it was", application, name);
            }
        }
        return current;
    }

    /**
     * Defines a class of the server's in this loader, so that it acts as the application's own code: only thus does
     * {@link java.sql.DriverManager} show the drivers that the application registered.
     *
     * @param bytes a class that needs nothing but the JDK
     */
    public Class<?> adopt(byte[] bytes) {
        return defineClass(null, bytes, 0, bytes.length, (ProtectionDomain) null);
    }

    /**
     * Returns the name without a slash before it. The JDK's class loaders find nothing for such a name; applications count on those of
     * other servers.
     */
    private static String fromRoot(String name) {
        return name.startsWith("/") ? name.substring(1) : name;
    }

    @Override
    public @Nullable URL getResource(String name) {
        return visible(fromRoot(name));
    }

    private @Nullable URL visible(String name) {
        URL own = findResource(name);
        if (own != null) {
            return own;
        }
        try {
            for (Part part : parts) {
                List<URL> shown = part.shownResources(name);
                if (!shown.isEmpty()) {
                    return shown.get(0);
                }
            }
        } catch (IOException e) {
            LOG.debugf(e, "Application '%s' looked for the resource %s", application, name);
        }
        URL shown = enclosing == null ? domain.getResource(name) : enclosing.getResource(name);
        return shown == null && client != null && isOfClient(name) ? client.getResource(name) : shown;
    }

    /**
     * Returns false for what a client's class path has of the server: the services of its libraries, which applications do not see, and
     * descriptors of other modules.
     */
    private static boolean isOfClient(String resource) {
        return !DESCRIPTORS.contains(resource) && SERVERS_SERVICES.stream().noneMatch(resource::startsWith);
    }

    /** The application's own first, then those of its parts, of the domain, of the server's view, of the JDK. */
    @Override
    public Enumeration<URL> getResources(String asked) throws IOException {
        String name = fromRoot(asked);
        List<URL> found = new ArrayList<>();
        classPath.findAll(name).forEach(entry -> found.add(entry.url()));
        if (enclosing != null) {
            enclosing.classPath.findAll(name).forEach(entry -> found.add(entry.url()));
        }
        for (Part part : parts) {
            found.addAll(part.shownResources(name));
        }
        found.addAll(Collections.list(domain.getResources(name)));
        return found.isEmpty() && client != null && isOfClient(name)
                ? client.getResources(name)
                : Collections.enumeration(found);
    }

    @Override
    protected @Nullable URL findResource(String name) {
        ClassSource.Entry entry = classPath.find(name);
        return entry == null ? null : entry.url();
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String asked) {
        String name = fromRoot(asked);
        try {
            ClassSource.Entry own = classPath.find(name);
            if (own != null) {
                return own.open();
            }
            URL url = visible(name);
            return url == null ? null : url.openStream();
        } catch (IOException e) {
            LOG.debugf(e, "Application '%s' could not open the resource %s", application, name);
            return null;
        }
    }

    /** Returns the locations of the application's classes, in order. */
    public List<URL> locations() {
        return classPath.sources().stream().map(ClassSource::location).toList();
    }

    /** Closes the jars. What has been loaded works on; nothing new of the application's own is found. */
    @Override
    public void close() throws IOException {
        closed = true;
        transformers.clear();
        attachments.clear();
        classPath.close();
    }
}
