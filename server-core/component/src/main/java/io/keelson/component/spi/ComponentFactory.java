package io.keelson.component.spi;

/**
 * Makes and unmakes the components of one module: servlets, filters, listeners, upgrade handlers, tag handlers, endpoints. A container
 * has no other way to make one. Attached to each deployment by the contributor {@code component}; a contributor after it, as CDI's, may
 * attach another, which calls {@link ResourceInjection} for resources. Thread-safe.
 *
 * <ol>
 *   <li>{@link #create} MUST inject what the class asks for and then call its {@code @PostConstruct} method.
 *   <li>{@link #destroy} MUST call {@code @PreDestroy} and release what was made for the instance. It is called once for
 *       each instance of {@link #create}, after the component's own {@code destroy} method.
 *   <li>{@link #initialise} does for an instance that somebody else made what {@link #create} does after the constructor.
 * </ol>
 *
 * <p>Specification: Jakarta EE Platform 11, 5.2.5 Annotations and Injection; Servlet 6.1, 15.5 Annotations and Resource Injection.
 */
public interface ComponentFactory {
    /**
     * Makes a component.
     *
     * @throws Exception what the constructor, the injection or the {@code @PostConstruct} method threw; or that the class
     *     has no constructor without arguments
     */
    <T> T create(Class<T> type) throws Exception;

    /** Begins a component whose container calls the life-cycle callbacks itself. */
    <T> Assembly<T> assemble(Class<T> type);

    /** Injects into an instance and calls its {@code @PostConstruct} method. */
    void initialise(Object instance) throws Exception;

    /** Takes an instance out of service. Must not throw. */
    void destroy(Object instance);
}
