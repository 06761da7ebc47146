package io.keelson.kernel.loader;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/**
 * Descriptor of a part: a properties file {@code part.properties} in the part's directory or {@code META-INF/keelson/part.properties} in
 * one of its jars:
 *
 * <pre>
 * name = pages
 * exports = org.apache.jasper.runtime, jakarta.servlet.jsp.*
 * services = jakarta.el.ExpressionFactory
 * suppressed-by = org.apache.jasper.servlet.JspServlet
 * sees = cdi
 * needed-by-files = META-INF/persistence.xml
 * manages-own = true
 * without-services = infinispan-query
 * exports-to-parts = org.apache.jasper.compiler
 * reads-objects-of-applications = org.hibernate.*
 * </pre>
 *
 * @param name as an application's contributors ask for it
 * @param exports the packages that an application sees; those of {@code jakarta} before its own, others after
 * @param services the {@code META-INF/services} entries that an application sees, with the classes they name
 * @param suppressedBy classes whose presence in an application means that it brings its own
 * @param sees the parts whose exports the part itself sees, where the server has them: a proxy of one of its classes names
 *     the library that made it. Such a part is opened by the first class of its exports that is asked for
 * @param need says which applications use the part without anybody asking for it; {@link PartNeed#NONE} for the others
 * @param managesOwn true if its contributor also works for an application that brings the library itself
 * @param wholeApplication true if all web and EJB modules of an application use it where one does
 * @param withoutServices the beginnings of the names of jars whose {@code META-INF/services} entries the part does not see itself
 * @param exportsToParts packages that parts which see this one see beside its exports, and applications do not
 * @param readers packages whose classes read Java objects for the application that uses the part: attributes of entities, say. Their
 *     streams are read as
 *     if the application's own code made them ({@link io.keelson.kernel.serial.ApplicationStreams})
 */
public record PartDescriptor(
        String name,
        PackageSet exports,
        Set<String> services,
        List<String> suppressedBy,
        List<String> sees,
        PartNeed need,
        boolean managesOwn,
        boolean wholeApplication,
        List<String> withoutServices,
        PackageSet exportsToParts,
        PackageSet readers) {
    static final String RESOURCE = "META-INF/keelson/part.properties";
    static final String FILE = "part.properties";
    static final String SERVICES = "META-INF/services/";
    private static final String MANAGES_OWN = "manages-own";
    private static final String WHOLE_APPLICATION = "whole-application";
    private static final String WITHOUT_SERVICES = "without-services";
    private static final String EXPORTS_TO_PARTS = "exports-to-parts";
    private static final String READERS = "reads-objects-of-applications";
    private static final Set<String> KEYS = Set.of(
            "name",
            "exports",
            "services",
            "suppressed-by",
            "sees",
            MANAGES_OWN,
            WHOLE_APPLICATION,
            WITHOUT_SERVICES,
            EXPORTS_TO_PARTS,
            READERS,
            PartNeed.FILES,
            PartNeed.ANNOTATIONS,
            PartNeed.OWN_ANNOTATIONS,
            PartNeed.TYPES,
            PartNeed.REFERENCES,
            PartNeed.WEB_XML,
            PartNeed.WHERE_SERVICES,
            PartNeed.RESOURCES,
            PartNeed.PROPERTIES);

    public PartDescriptor {
        services = Set.copyOf(services);
        suppressedBy = List.copyOf(suppressedBy);
        sees = List.copyOf(sees);
        withoutServices = List.copyOf(withoutServices);
    }

    /** Returns true if parts that see this one see a package of it. */
    boolean shownToParts(String packageName) {
        return exports.contains(packageName) || exportsToParts.contains(packageName);
    }

    /**
     * Reads the file.
     *
     * @param from where it comes from, for messages
     * @throws IOException when it cannot be read or says something that is not known
     */
    static PartDescriptor read(InputStream in, String from) throws IOException {
        Properties properties = new Properties();
        properties.load(in);
        Set<String> unknown = new TreeSet<>(properties.stringPropertyNames());
        unknown.removeAll(KEYS);
        String name = properties.getProperty("name", "").trim();
        if (name.isEmpty() || !unknown.isEmpty()) {
            throw new IOException("the part descriptor " + from
                    + (name.isEmpty() ? " has no name" : " has the unknown keys " + unknown + "; known are " + KEYS));
        }
        try {
            return new PartDescriptor(
                    name,
                    PackageSet.of(list(properties, "exports")),
                    Set.copyOf(list(properties, "services")),
                    list(properties, "suppressed-by"),
                    list(properties, "sees"),
                    new PartNeed(
                            Set.copyOf(list(properties, PartNeed.FILES)),
                            Set.copyOf(list(properties, PartNeed.ANNOTATIONS)),
                            Set.copyOf(list(properties, PartNeed.OWN_ANNOTATIONS)),
                            Set.copyOf(list(properties, PartNeed.TYPES)),
                            Set.copyOf(list(properties, PartNeed.REFERENCES)),
                            Set.copyOf(list(properties, PartNeed.WEB_XML)),
                            Set.copyOf(list(properties, PartNeed.WHERE_SERVICES)),
                            Set.copyOf(list(properties, PartNeed.RESOURCES)),
                            Set.copyOf(list(properties, PartNeed.PROPERTIES))),
                    Boolean.parseBoolean(
                            properties.getProperty(MANAGES_OWN, "false").trim()),
                    Boolean.parseBoolean(
                            properties.getProperty(WHOLE_APPLICATION, "false").trim()),
                    list(properties, WITHOUT_SERVICES),
                    PackageSet.of(list(properties, EXPORTS_TO_PARTS)),
                    PackageSet.of(list(properties, READERS)));
        } catch (IllegalArgumentException e) {
            throw new IOException("the part descriptor " + from + ": " + e.getMessage(), e);
        }
    }

    private static List<String> list(Properties properties, String key) {
        return Arrays.stream(properties.getProperty(key, "").split(","))
                .map(String::trim)
                .filter(s -> !s.isEmpty())
                .toList();
    }
}
