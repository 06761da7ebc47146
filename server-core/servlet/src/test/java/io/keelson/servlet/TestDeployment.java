package io.keelson.servlet;

import io.keelson.base.work.WorkManager;
import io.keelson.base.work.WorkScope;
import io.keelson.deploy.spi.Archive;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DescriptorValues;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jboss.jandex.CompositeIndex;
import org.jboss.jandex.Index;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.Indexer;

/** A deployment of a directory, for tests of what contributors read. */
public final class TestDeployment implements Deployment, AutoCloseable {
    private final DirectoryArchive archive;
    private final Path temporary;
    private final Map<Class<?>, Object> attachments = new HashMap<>();
    private final Map<Path, IndexView> indices = new HashMap<>();
    private final List<Runnable> undo = new ArrayList<>();
    private final List<String> outOfService = new ArrayList<>();
    private final URLClassLoader loader;
    private DescriptorValues plan = DescriptorValues.NONE;

    public TestDeployment(DirectoryArchive archive, Path temporary) {
        this.archive = archive;
        this.temporary = temporary;
        this.loader = new URLClassLoader(urls(), new Visible(TestDeployment.class.getClassLoader()));
    }

    /** The server's own servlets are hidden from applications, as on a whole server. */
    private static final class Visible extends ClassLoader {
        Visible(ClassLoader parent) {
            super(parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("io.keelson.servlet.statics.")) {
                throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolve);
        }
    }

    @Override
    public void outOfService(String what) {
        outOfService.add(what);
    }

    private URL[] urls() {
        List<URL> urls = new ArrayList<>();
        try {
            if (archive.classes().isPresent()) {
                urls.add(archive.classes().get().toUri().toURL());
            }
            for (Archive.Library library : archive.libraries()) {
                urls.add(library.path().toUri().toURL());
            }
        } catch (MalformedURLException e) {
            throw new UncheckedIOException(e);
        }
        return urls.toArray(new URL[0]);
    }

    @Override
    public String name() {
        return "shop";
    }

    /** Gives it a deployment plan. */
    public TestDeployment plan(DescriptorValues values) {
        plan = values;
        return this;
    }

    @Override
    public DescriptorValues plan() {
        return plan;
    }

    @Override
    public Optional<String> contextRoot() {
        return Optional.empty();
    }

    @Override
    public Archive archive() {
        return archive;
    }

    @Override
    public IndexView index() {
        List<IndexView> all = new ArrayList<>(List.of(indexOfClasses()));
        archive.libraries().forEach(library -> all.add(index(library)));
        return CompositeIndex.create(all);
    }

    @Override
    public IndexView indexOfClasses() {
        Path classes = archive.root().resolve("WEB-INF/classes");
        return indices.computeIfAbsent(classes, directory -> {
            Indexer indexer = new Indexer();
            try {
                List<String> files = new ArrayList<>();
                archive.list("WEB-INF/classes", files::add);
                for (String file : files) {
                    if (file.endsWith(".class")) {
                        try (InputStream in =
                                Files.newInputStream(archive.root().resolve(file))) {
                            indexer.index(in);
                        }
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return indexer.complete();
        });
    }

    @Override
    public IndexView index(Archive.Library library) {
        return indices.computeIfAbsent(library.path(), TestDeployment::indexOf);
    }

    private static Index indexOf(Path jar) {
        Indexer indexer = new Indexer();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : (Iterable<ZipEntry>) zip.stream().<ZipEntry>map(e -> e)::iterator) {
                if (entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF/")) {
                    indexer.index(zip.getInputStream(entry));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return indexer.complete();
    }

    @Override
    public boolean use(String part) {
        return true;
    }

    /** Returns what the contributors said does not serve. */
    List<String> outOfService() {
        return outOfService;
    }

    @Override
    public ClassLoader classLoader() {
        return loader;
    }

    @Override
    public WorkManager workManager() {
        throw new UnsupportedOperationException("no work is done in this test");
    }

    @Override
    public WorkScope workScope() {
        throw new UnsupportedOperationException("no work is done in this test");
    }

    @Override
    public Path temporaryDirectory() {
        return temporary;
    }

    @Override
    public void onUndeploy(Runnable action) {
        undo.add(action);
    }

    @Override
    public <T> void attach(Class<T> type, T attachment) {
        attachments.put(type, attachment);
    }

    @Override
    public <T> Optional<T> attachment(Class<T> type) {
        return Optional.ofNullable(type.cast(attachments.get(type)));
    }

    @Override
    public void close() throws IOException {
        undo.forEach(Runnable::run);
        undo.clear();
        loader.close();
    }
}
