package io.keelson.kernel.loader;

import java.util.Set;

/**
 * Conditions under which a module of an application uses a part without anybody asking for it. One that holds is enough. The archive, its
 * libraries
 * and the libraries that the modules of its enterprise application share are looked at; the part's jars need not be opened. Immutable.
 *
 * @param files paths of files in the archive, below the directory of its classes, or in a library: {@code META-INF/persistence.xml}
 * @param annotations annotations anywhere in the index
 * @param ownAnnotations annotations that count in the archive's own classes only; libraries often carry them for somebody else
 * @param types types that a class implements or extends
 * @param references classes that a class refers to
 * @param webXml texts that stand in {@code WEB-INF/web.xml}, as the name of a servlet's class
 * @param whereServices classes of services of the server; without one of them no condition holds, nor where one is a {@code
 *     BooleanSupplier} that says
 *     false, since its setting is off
 * @param resources annotations of resources; they count like {@code annotations} where {@code deployment.describe-resources} is on,
 *     else not at all
 * @param properties beginnings of the names of properties in {@code META-INF/microprofile-config.properties}: {@code otel.}
 */
public record PartNeed(
        Set<String> files,
        Set<String> annotations,
        Set<String> ownAnnotations,
        Set<String> types,
        Set<String> references,
        Set<String> webXml,
        Set<String> whereServices,
        Set<String> resources,
        Set<String> properties) {
    /** No condition: the part is used only by those for which a contributor asks. */
    public static final PartNeed NONE =
            new PartNeed(Set.of(), Set.of(), Set.of(), Set.of(), Set.of(), Set.of(), Set.of(), Set.of(), Set.of());

    static final String FILES = "needed-by-files";
    static final String ANNOTATIONS = "needed-by-annotations";
    static final String OWN_ANNOTATIONS = "needed-by-own-annotations";
    static final String TYPES = "needed-by-types";
    static final String REFERENCES = "needed-by-references";
    static final String WEB_XML = "needed-by-web-xml";
    static final String WHERE_SERVICES = "needed-where-services";
    static final String RESOURCES = "needed-by-described-resources";
    static final String PROPERTIES = "needed-by-properties";

    public PartNeed {
        files = Set.copyOf(files);
        annotations = Set.copyOf(annotations);
        ownAnnotations = Set.copyOf(ownAnnotations);
        types = Set.copyOf(types);
        references = Set.copyOf(references);
        webXml = Set.copyOf(webXml);
        whereServices = Set.copyOf(whereServices);
        resources = Set.copyOf(resources);
        properties = Set.copyOf(properties);
    }

    /** Returns true if there is no condition. */
    public boolean isNone() {
        return equals(NONE);
    }
}
