package io.keelson.ejb.container;

import io.keelson.component.spi.MessageInflows;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ejb.entity.ApplicationEntities;
import io.keelson.ejb.message.MessageEndpoint;
import io.keelson.ejb.model.BeanKind;
import io.keelson.ejb.timer.ApplicationTimers;
import io.keelson.ejb.timer.TimerStore;
import io.keelson.ejb.timer.TimerStores;
import io.keelson.kernel.config.NearestName;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * The beans of all modules of an application, found by name and by view. Filled by the deploying thread; its lock guards the order in
 * which singletons were made.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 10.3 Bean References in the application's modules.
 */
public final class ApplicationBeans {
    private final List<DeployedBean> beans = new CopyOnWriteArrayList<>();
    private final Deque<DeployedBean> singletons = new ArrayDeque<>();

    private final String name;
    private final ApplicationTimers timers;
    private final ContainerServices services;
    private final ApplicationEntities entities;
    private final List<InflowTarget> targets = new ArrayList<>();
    private final List<MessageInflows.Registration> fed = new ArrayList<>();
    private final List<MessageEndpoint> endpoints = new CopyOnWriteArrayList<>();

    /**
     * Makes it for an application without beans.
     *
     * @param name of the application
     */
    public ApplicationBeans(String name, ContainerServices services) {
        this.services = services;
        this.name = name;
        this.entities = new ApplicationEntities(
                services.transactions(), services.invalidations().changes(name));
        services.invalidations().add(name, entities);
        EnterpriseBeansSettings settings = services.settings().get();
        TimerStores stores = services.timers();
        TimerStore store = stores.open(
                name, settings.timerStore(), settings.timerDataSource(), this::loader, settings.clusterTimers(), () ->
                        (int) services.settings().get().clusterTimerInfo().bytes());
        this.timers = new ApplicationTimers(
                name,
                store,
                stores.ownership(name, store),
                stores.members(),
                services.manager(),
                services.scheduler(),
                services.ticker(),
                settings.missedRuns());
    }

    private ClassLoader loader(String timed) {
        for (DeployedBean bean : beans) {
            if (bean.timed().id().equals(timed)) {
                return bean.module().loader();
            }
        }
        throw new IllegalArgumentException("the application has no bean " + timed);
    }

    /** Returns the entity objects of the application. */
    ApplicationEntities entities() {
        return entities;
    }

    /** Returns the timers of the application. */
    public ApplicationTimers timers() {
        return timers;
    }

    /** Reads the persistent timers and makes the automatic ones, when the first module starts. */
    public void loadTimers() throws IOException {
        Map<String, List<ApplicationTimers.Automatic>> automatic = new LinkedHashMap<>();
        for (DeployedBean bean : beans) {
            if (bean.model().timers().timed()) {
                timers.add(bean.timed());
                automatic.put(bean.timed().id(), bean.timed().automatic());
            }
        }
        timers.load(automatic);
    }

    /** Makes the endpoint of a message-driven bean. It receives nothing before {@link #receive}. */
    public void addEndpoint(DeployedBean bean) throws DeploymentException {
        try {
            MessageEndpoint endpoint = MessageView.endpoint(bean, services);
            if (endpoint == null) {
                targets.add(InflowTarget.of(bean));
            } else {
                endpoints.add(endpoint);
            }
        } catch (IllegalArgumentException e) {
            throw new DeploymentException("message-driven bean " + bean + ": " + e.getMessage(), e);
        }
    }

    /** Begins to receive messages, when all modules serve. */
    public void receive() {
        beans.forEach(DeployedBean::fill);
        endpoints.forEach(MessageEndpoint::start);
        targets.forEach(
                target -> services.inflows().ifPresentOrElse(inflows -> fed.add(inflows.add(target)), target::waiting));
    }

    /** Receives no more messages, and waits for those that are being handled. */
    public void receiveNoMore(long most, TimeUnit unit) {
        fed.forEach(MessageInflows.Registration::close);
        fed.clear();
        endpoints.forEach(MessageEndpoint::end); // so that they all end at the same time
        endpoints.forEach(endpoint -> endpoint.stop(most, unit));
        endpoints.clear();
    }

    /** Ends the stateful beans that have been idle for too long. */
    public void expire() {
        for (DeployedBean bean : beans) {
            if (bean.expires()) {
                bean.module().deployment().workManager().offer(bean::expire);
            }
        }
    }

    /** Returns the identity of the stateful bean to which a reference leads; null where it leads to none. */
    @Nullable
    Object keyOfStateful(Object reference) {
        for (DeployedBean bean : beans) {
            Object key = bean.stateful() ? bean.keyOf(reference) : null;
            if (key != null) {
                return key;
            }
        }
        return null;
    }

    /** Adds a bean. */
    public void add(DeployedBean bean) {
        beans.add(bean);
    }

    /** Returns all beans. */
    public List<DeployedBean> all() {
        return beans;
    }

    /** Returns the beans of a module. */
    public List<DeployedBean> of(Deployment module) {
        return beans.stream()
                .filter(bean -> bean.module().deployment() == module)
                .toList();
    }

    /** A singleton has been made; those made before it end after it. */
    void made(DeployedBean singleton) {
        synchronized (singletons) {
            singletons.push(singleton);
        }
    }

    /** Ends the beans of a module: singletons in the reverse order in which they were made, then the others. */
    public void close(Deployment module) {
        List<DeployedBean> ending = new ArrayList<>();
        synchronized (singletons) {
            singletons.removeIf(bean -> bean.module().deployment() == module && ending.add(bean));
        }
        ending.addAll(of(module));
        new LinkedHashSet<>(ending).forEach(DeployedBean::close);
        beans.removeIf(bean -> bean.module().deployment() == module);
        if (beans.isEmpty()) {
            services.invalidations().remove(name, entities);
            timers.close();
        }
    }

    /**
     * Finds a bean by its name.
     *
     * @param from the module that asks; its own beans come first
     * @param name {@code Name}, {@code path/module.jar#Name}, or {@code module/Name} (4.4.1 and 10.3.2 of the specification)
     * @param place of the reference, for messages
     * @throws NamingException when there is none, or several
     */
    DeployedBean named(Deployment from, String name, String place) throws NamingException {
        int mark = name.lastIndexOf('#');
        String plain = name.substring(mark + 1);
        String of = mark < 0 ? null : moduleName(name.substring(0, mark));
        List<DeployedBean> found = beans.stream()
                .filter(bean -> bean.name().equals(plain)
                        && (of == null || of.equals(bean.module().fileName())))
                .toList();
        int slash = name.lastIndexOf('/');
        if (found.isEmpty() && mark < 0 && slash > 0) {
            found = beans.stream()
                    .filter(bean -> bean.name().equals(name.substring(slash + 1))
                            && bean.module().name().equals(name.substring(0, slash)))
                    .toList();
        }
        return one(found, from, place + " names the bean '" + name + "'", plain);
    }

    private static String moduleName(String path) {
        String file = path.substring(path.lastIndexOf('/') + 1);
        return file.matches("(?i).+\\.[jw]ar") ? file.substring(0, file.length() - 4) : file;
    }

    /**
     * Finds the bean with a view.
     *
     * @throws NamingException when there is none, or several
     */
    DeployedBean viewed(Deployment from, Class<?> view, String place) throws NamingException {
        List<DeployedBean> found =
                beans.stream().filter(bean -> bean.hasView(view)).toList();
        if (found.isEmpty()) { // a module may pack a copy of the interface
            found = beans.stream().filter(bean -> bean.viewMeant(view) != null).toList();
        }
        return one(found, from, place + " asks for a bean with the view " + view.getName(), view.getSimpleName());
    }

    private DeployedBean one(List<DeployedBean> found, Deployment from, String asked, String name)
            throws NamingException {
        if (found.size() == 1) {
            return found.get(0);
        }
        List<DeployedBean> own = found.stream()
                .filter(bean -> bean.module().deployment() == from)
                .toList();
        if (own.size() == 1) {
            return own.get(0);
        }
        if (found.isEmpty()) {
            Set<String> known = new LinkedHashSet<>();
            beans.forEach(bean -> {
                known.add(bean.name());
                bean.model().views().all(bean.model().beanClass()).forEach(view -> known.add(view.getSimpleName()));
            });
            throw new javax.naming.NameNotFoundException(
                    asked + ", and the application has none" + NearestName.hint(name, known));
        }
        throw new NamingException(asked + ", and several have it: " + found + "; say which by beanName (ejb-link)");
    }

    /** Returns the startup singletons of a module. */
    List<DeployedBean> startup(Deployment module) {
        return of(module).stream()
                .filter(bean -> bean.model().kind() == BeanKind.SINGLETON
                        && bean.model().singleton().startup())
                .toList();
    }

    /** Returns the bean of that class in a module; null where there is none. */
    public @Nullable DeployedBean ofClass(Deployment module, Class<?> type) {
        return of(module).stream()
                .filter(bean -> bean.model().beanClass() == type)
                .findFirst()
                .orElse(null);
    }
}
