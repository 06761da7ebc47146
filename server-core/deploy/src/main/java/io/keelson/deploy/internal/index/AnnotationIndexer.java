package io.keelson.deploy.internal.index;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.deploy.internal.archive.DirectoryArchive;
import io.keelson.deploy.spi.Archive;
import io.keelson.deploy.spi.DeploymentException;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jboss.jandex.CompositeIndex;
import org.jboss.jandex.Index;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.Indexer;

/**
 * Indexes the classes of an application. A class file that is cut off, or is for a newer Java than this JVM, is an error in the
 * application's own classes, where nothing lies that is not meant to be loaded; libraries often carry some that never are, so
 * there it is logged, and named when one is loaded after all. So is what is not a class file at all. Thread-safe.
 */
public final class AnnotationIndexer {
    private static final String CLASS = ".class";
    /** No class file is larger: each of its tables has 65,535 entries at most, and those that occur are far smaller. */
    private static final int MOST_BYTES = 16 << 20;

    private static final int RUNNING = Runtime.version().feature();

    private final LibraryIndexCache cache;

    public AnnotationIndexer(LibraryIndexCache cache) {
        this.cache = cache;
    }

    /**
     * Indexes classes and libraries.
     *
     * @param application its name, for messages
     */
    public ApplicationIndex index(String application, DirectoryArchive archive) throws DeploymentException {
        Map<String, IndexView> libraries = new LinkedHashMap<>();
        IndexView classes = classes(application, archive);
        for (Archive.Library library : archive.libraries()) {
            try {
                libraries.put(library.name(), library(application, "WEB-INF/lib/" + library.name(), library));
            } catch (IOException e) {
                throw unreadable("WEB-INF/lib/" + library.name(), e);
            }
        }
        return ApplicationIndex.of(classes, libraries);
    }

    /**
     * Indexes the libraries that the modules of an enterprise application share.
     *
     * @param application its name, for messages
     */
    public IndexView shared(String application, List<Archive.Library> libraries) throws DeploymentException {
        List<IndexView> all = new ArrayList<>();
        for (Archive.Library library : libraries) {
            try {
                all.add(library(application, library.name(), library));
            } catch (IOException e) {
                throw unreadable(library.name(), e);
            }
        }
        return CompositeIndex.create(all);
    }

    private static DeploymentException unreadable(String library, IOException e) {
        return new DeploymentException("the library " + library + " cannot be read: " + e.getMessage(), e);
    }

    private IndexView classes(String application, DirectoryArchive archive) throws DeploymentException {
        Collecting collecting = new Collecting(application, archive.root().toString());
        addAll(archive, collecting);
        if (!collecting.cut.isEmpty()) {
            throw new DeploymentException(
                    "the class file " + collecting.cut
                            + " ends before its end: it was not written or copied whole; build and deploy the application again");
        }
        if (collecting.newer > 0) {
            throw new DeploymentException("the class file " + collecting.newest + " is made for Java "
                    + collecting.newestJava + "; this server runs on Java " + RUNNING + ": compile with --release "
                    + RUNNING + " or use a newer JDK");
        }
        if (collecting.beginAgain()) {
            addAll(archive, collecting);
        }
        collecting.tell();
        return collecting.indexer.complete();
    }

    private static void addAll(DirectoryArchive archive, Collecting collecting) throws DeploymentException {
        for (Path directory : archive.layout().classes()) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : (Iterable<Path>) files.filter(f -> f.toString().endsWith(CLASS))::iterator) {
                    try (InputStream in = Files.newInputStream(file)) {
                        collecting.add(directory.relativize(file).toString(), in.readNBytes(MOST_BYTES + 1));
                    }
                }
            } catch (IOException e) {
                throw new DeploymentException("the classes below " + directory + " cannot be read", e);
            }
        }
    }

    private Index library(String application, String where, Archive.Library library) throws IOException {
        Optional<Index> cached = cache.find(library.path());
        if (cached.isPresent()) {
            return cached.get();
        }
        Collecting collecting = new Collecting(application, where);
        addAll(library, collecting);
        if (collecting.beginAgain()) {
            addAll(library, collecting);
        }
        collecting.tell();
        if (collecting.newer > 0) {
            LOG.newerClasses(
                    application, collecting.where, collecting.newer, collecting.newestJava, collecting.newest, RUNNING);
        }
        Index index = collecting.indexer.complete();
        if (collecting.newer == 0 && !collecting.damaged) {
            cache.keep(library.path(), index);
        }
        return index;
    }

    private static void addAll(Archive.Library library, Collecting collecting) throws IOException {
        List<String> names = new ArrayList<>();
        library.list(names::add);
        for (String name : names) {
            if (name.endsWith(CLASS) && !name.startsWith("META-INF/")) {
                Optional<InputStream> opened = library.open(name);
                if (opened.isPresent()) {
                    try (InputStream in = opened.get()) {
                        collecting.add(name, in.readNBytes(MOST_BYTES + 1));
                    }
                }
            }
        }
    }

    /**
     * The classes of one directory or jar. A class file that the indexer stumbles over, or finds no name in, may have left something
     * behind in it; then all is collected again without it, and what there is to say has been said.
     */
    private static final class Collecting {
        private final Set<String> refused = new HashSet<>();
        private Indexer indexer = new Indexer();
        private boolean spoilt;
        private boolean again;
        private final String application;
        private final String where;
        private String firstRefused = "";
        private String firstReason = "";
        private boolean damaged;
        private int newer;
        private int newestJava;
        private String newest = "";
        private String cut = "";

        Collecting(String application, String where) {
            this.application = application;
            this.where = where;
        }

        void add(String name, byte[] bytes) {
            if (name.endsWith("module-info.class") || refused.contains(name)) {
                return;
            }
            if (bytes.length > MOST_BYTES) {
                notIndexed(name, "it is larger than " + MOST_BYTES + " bytes, which no class file is");
                return;
            }
            if (!ClassFile.isOne(bytes)) {
                notIndexed(name, "it is not a class file");
                return;
            }
            int java = ClassFile.java(bytes);
            if (java > RUNNING && !again) {
                newer++;
                newest = java >= newestJava ? name : newest;
                newestJava = Math.max(newestJava, java);
            }
            try {
                if (indexer.indexWithSummary(new ByteArrayInputStream(bytes)).name() == null) {
                    spoilt = true;
                    notIndexed(name, "it does not say which class it is");
                }
            } catch (EOFException e) {
                spoilt = true;
                cut = name;
                notIndexed(name, "it ends before its end");
            } catch (IOException | RuntimeException e) {
                spoilt = true;
                notIndexed(name, String.valueOf(e));
            }
        }

        /** Returns whether everything has to be added again, to a new index. */
        boolean beginAgain() {
            if (spoilt && !again) {
                again = true;
                indexer = new Indexer();
                return true;
            }
            return false;
        }

        private void notIndexed(String name, String reason) {
            damaged = true;
            if (refused.isEmpty()) {
                firstRefused = name;
                firstReason = reason;
            }
            refused.add(name);
        }

        /** Says once what was found in all of the archive. */
        void tell() {
            if (!refused.isEmpty()) {
                LOG.notIndexed(application, refused.size(), where, firstRefused, firstReason);
            }
        }
    }
}
