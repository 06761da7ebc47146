package io.keelson.deploy.spi;

/**
 * A kind of module (Jakarta EE Platform 11, EE.8.1.2). Rooms may have kinds of their own.
 *
 * @param name in kebab case; unique
 * @param title with an article, for messages: {@code a web module (WAR)}
 * @param container what runs modules of the kind, for messages: {@code the web container}
 */
public record ModuleKind(String name, String title, String container) {
    /** A WAR. */
    public static final ModuleKind WEB = new ModuleKind("web", "a web module (WAR)", "the web container");

    /** A JAR with Enterprise Beans. */
    public static final ModuleKind ENTERPRISE_BEANS =
            new ModuleKind("ejb", "an EJB module (JAR)", "the Enterprise Beans container");

    /** A RAR. */
    public static final ModuleKind CONNECTOR =
            new ModuleKind("connector", "a resource adapter module (RAR)", "the connector container");
}
