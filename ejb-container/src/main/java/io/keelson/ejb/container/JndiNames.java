package io.keelson.ejb.container;

import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.VersionedName;
import io.keelson.ejb.descriptor.OtherServersEjbJar;
import io.keelson.ejb.descriptor.WeblogicEjbJar;
import io.keelson.ejb.log.EjbLog;
import io.keelson.ejb.model.Views;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.naming.ProvidedObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.naming.Context;
import javax.naming.NameAlreadyBoundException;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Binds beans in the server's tree by the names that {@code weblogic-ejb-jar.xml} gives them: {@code jndi-name} of a
 * remote home or of the only remote interface, and with {@code #} and the interface behind it of each; {@code
 * local-jndi-name} the same of local ones; {@code jndi-binding} of one view. Names of other servers' descriptors count, too.
 */
public final class JndiNames {
    private static final String JNDI_NAME = "jndi-name";

    private final Naming naming;
    private final BeanModule module;

    /** Makes the names of a module. */
    public JndiNames(Naming naming, BeanModule module) {
        this.naming = naming;
        this.module = module;
    }

    /**
     * Binds the names of a bean, which go with the module.
     *
     * @throws DeploymentException when a name is taken, or its view is none of the bean's
     */
    public void bind(DeployedBean bean) throws DeploymentException {
        WeblogicEjbJar descriptor =
                module.deployment().attachment(WeblogicEjbJar.class).orElse(WeblogicEjbJar.NONE);
        Element element = descriptor.beans().get(bean.name());
        Map<String, Class<?>> names = element == null ? new LinkedHashMap<>() : names(bean, element);
        OtherServersEjbJar others =
                module.deployment().attachment(OtherServersEjbJar.class).orElse(OtherServersEjbJar.NONE);
        for (OtherServersEjbJar.BoundName each : others.names().getOrDefault(bean.name(), List.of())) {
            add(names, bean, each);
        }
        for (Map.Entry<String, Class<?>> each : names.entrySet()) {
            bind(bean, each.getKey(), each.getValue());
        }
    }

    private static void add(Map<String, Class<?>> names, DeployedBean bean, OtherServersEjbJar.BoundName name)
            throws DeploymentException {
        Views views = bean.model().views();
        if (name.view() == null) {
            add(names, name.name(), homes(views, true), views.remote());
            return;
        }
        names.put(
                name.name(),
                views.all(bean.model().beanClass()).stream()
                        .filter(each -> each.getName().equals(name.view()))
                        .findFirst()
                        .orElseThrow(() ->
                                new DeploymentException("a descriptor for another server binds the view " + name.view()
                                        + " of bean " + bean + " to '" + name.name() + "', and it has no such view")));
    }

    private static Map<String, Class<?>> names(DeployedBean bean, Element element) throws DeploymentException {
        Views views = bean.model().views();
        Map<String, Class<?>> names = new LinkedHashMap<>();
        add(names, element.textOf(JNDI_NAME), homes(views, true), views.remote());
        List<Class<?>> local = new ArrayList<>(views.local());
        if (views.noInterface()) {
            local.add(bean.model().beanClass());
        }
        add(names, element.textOf("local-jndi-name"), homes(views, false), local);
        for (Element binding : element.all("jndi-binding")) {
            String type = binding.requiredTextOf("class-name");
            names.put(
                    binding.requiredTextOf(JNDI_NAME),
                    views.all(bean.model().beanClass()).stream()
                            .filter(each -> each.getName().equals(type))
                            .findFirst()
                            .orElseThrow(() -> binding.wrong("bean " + bean.name() + " has no view " + type)));
        }
        return names;
    }

    private static List<Class<?>> homes(Views views, boolean remote) {
        List<Class<?>> homes = new ArrayList<>();
        views.homes().stream().filter(each -> each.remote() == remote).forEach(each -> homes.add(each.home()));
        return homes;
    }

    private static void add(
            Map<String, Class<?>> names, @Nullable String name, List<Class<?>> homes, List<Class<?>> views) {
        if (name == null) {
            return;
        }
        views.forEach(each -> names.put(name + "#" + each.getName(), each));
        if (!homes.isEmpty()) {
            names.put(name, homes.get(0));
        } else if (views.size() == 1) {
            names.put(name, views.get(0));
        }
    }

    private void bind(DeployedBean bean, String name, Class<?> view) throws DeploymentException {
        ProvidedObject value = () -> bean.referenceFor(PortableNames.caller(), view);
        try {
            Context names = naming.context();
            Object unused = names.addToEnvironment("weblogic.jndi.createIntermediateContexts", "true");
            names.bind(name, value);
        } catch (NameAlreadyBoundException e) {
            if (VersionedName.versionOf(module.deployment().application()) == null) {
                throw refused(bean, name, e);
            }
            EjbLog.LOG.nameTaken(bean.name(), module.deployment().name(), name);
            return;
        } catch (NamingException e) {
            throw refused(bean, name, e);
        }
        module.deployment().onUndeploy(() -> unbind(name));
    }

    private static DeploymentException refused(DeployedBean bean, String name, NamingException why) {
        return new DeploymentException("bean " + bean + " cannot be bound to '" + name + "': " + why.getMessage(), why);
    }

    private void unbind(String name) {
        try {
            naming.unbind(name);
        } catch (NamingException e) {
            EjbLog.LOG.debugf(e, "'%s' was not bound any more", name);
        }
    }
}
