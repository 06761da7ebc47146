package io.keelson.deploy.internal.conversion;

import io.keelson.deploy.spi.DeploymentException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

/**
 * For which of the two worlds an application was made. Its own files decide: its classes, pages and tags. Only where they
 * mention no servlets at all do its libraries, and of these neither those that know both worlds nor copies of the APIs. Descriptors
 * decide only for an application whose files mention nothing: one of pages of Faces alone, say, whose {@code web.xml} names the servlet.
 */
final class Origin {
    private static final Set<String> OWN = Set.of("class", "jsp", "jspf", "jspx", "tag", "tagf", "tagx", "tld");
    private static final Set<String> ARCHIVES = Set.of("jar", "war", "rar");
    private static final int MOST_BYTES = 16 << 20;

    private final Mentions own = new Mentions();
    private final Mentions descriptors = new Mentions();
    private final List<Path> archives = new ArrayList<>();

    private final Inflation inflation;

    private Origin(long mostBytes) {
        inflation = new Inflation(mostBytes);
    }

    /**
     * Returns true if the application in that directory was made for Java EE and not for Jakarta EE.
     *
     * @param mostBytes how large the archives in it may be unpacked, those within them too
     * @throws IOException when its files cannot be read
     * @throws DeploymentException when the archives in it are larger than that
     */
    static boolean isJavaEe(Path directory, long mostBytes) throws IOException, DeploymentException {
        Origin origin = new Origin(mostBytes);
        origin.look(directory);
        return origin.decide();
    }

    private void look(Path directory) throws IOException {
        Files.walkFileTree(
                directory, Set.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                        String extension = extension(file.toString());
                        if (attributes.isRegularFile() && ARCHIVES.contains(extension)) {
                            archives.add(file);
                        } else if (attributes.isRegularFile()
                                && OWN.contains(extension)
                                && attributes.size() <= MOST_BYTES) {
                            own.add(Files.readAllBytes(file));
                        } else if (attributes.isRegularFile()
                                && extension.equals("xml")
                                && attributes.size() <= MOST_BYTES
                                && isDescriptor(file)) {
                            descriptors.add(Files.readAllBytes(file));
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                        // A link to a directory above, which is looked through anyway.
                        if (failure instanceof FileSystemLoopException) {
                            return FileVisitResult.CONTINUE;
                        }
                        throw failure;
                    }
                });
        archives.sort(null);
    }

    private static boolean isDescriptor(Path file) {
        Path in = file.getParent();
        return in != null && (in.endsWith("WEB-INF") || in.endsWith("META-INF"));
    }

    static String extension(String path) {
        return path.substring(path.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    private boolean decide() throws IOException, DeploymentException {
        if (own.newServlets()) {
            return false;
        }
        if (own.onlyOldServlets()) {
            return true;
        }
        boolean old = false;
        for (Path archive : archives) {
            Vote vote = vote(archive);
            if (vote == Vote.NEW) {
                return false;
            }
            old |= vote == Vote.OLD;
        }
        return old || own.onlyOldPlatform() || own.nothing() && descriptors.onlyOld();
    }

    private enum Vote {
        OLD,
        NEW,
        NONE
    }

    private Vote vote(Path archive) throws IOException, DeploymentException {
        Mentions mentions = new Mentions();
        try (InputStream in = Files.newInputStream(archive)) {
            if (!read(in, mentions, 0)) {
                return Vote.NONE;
            }
        } catch (ZipException | EOFException damaged) {
            return Vote.NONE; // whoever needs it will say what is wrong with it
        }
        return mentions.onlyOldServlets() ? Vote.OLD : mentions.newServlets() ? newVote(mentions) : Vote.NONE;
    }

    /** A library that knows both says nothing. */
    private static Vote newVote(Mentions mentions) {
        return mentions.bothServlets() ? Vote.NONE : Vote.NEW;
    }

    /** Reads an archive; false where it is a copy of an API. */
    private boolean read(InputStream in, Mentions mentions, int depth) throws IOException, DeploymentException {
        ZipInputStream zip = new InnerZip(in);
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
            inflation.entry();
            String name = entry.getName();
            String extension = extension(name);
            if (name.startsWith("javax/servlet/") || name.startsWith("jakarta/servlet/")) {
                return false;
            }
            if (OWN.contains(extension)) {
                mentions.add(inflation.read(zip, MOST_BYTES));
            } else if (depth < 2 && ARCHIVES.contains(extension)) {
                read(zip, mentions, depth + 1);
            } else {
                inflation.skip(zip);
            }
        }
        return true;
    }
}
