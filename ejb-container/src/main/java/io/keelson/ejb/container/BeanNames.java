package io.keelson.ejb.container;

import io.keelson.component.descriptor.ComponentDeclarations;
import io.keelson.component.descriptor.ComponentDescriptor;
import io.keelson.component.environment.ClassAnnotations;
import io.keelson.component.environment.Environment;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ejb.descriptor.EjbJar;
import io.keelson.ejb.descriptor.WeblogicEjbJar;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The names of the beans of an EJB module. A bean that means something else by a name than the module does gets an environment of its own
 * before that of the module, and so does one that must not see names of other beans; the others share the module's. Confined to the
 * deploying thread.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 10.2 and Jakarta EE Platform 11, 5.2.2.
 */
public final class BeanNames {
    private final Deployment module;
    private final EjbJar descriptor;
    private final WeblogicEjbJar weblogic;
    private final Map<String, String> mapped;
    private final Set<String> differing;

    /**
     * Makes it for a module.
     *
     * @param mapped where the references of the module lead
     * @param differing the beans that declare a name otherwise than one before
     */
    public BeanNames(Deployment module, Map<String, String> mapped, Set<String> differing) {
        this.module = module;
        this.descriptor = module.attachment(EjbJar.class).orElse(EjbJar.NONE);
        this.weblogic = module.attachment(WeblogicEjbJar.class).orElse(WeblogicEjbJar.NONE);
        this.mapped = Map.copyOf(mapped);
        this.differing = Set.copyOf(differing);
    }

    /**
     * Gives the beans of the module names of their own where they need some.
     *
     * @throws DeploymentException when one cannot be bound
     */
    public void give(List<DeployedBean> beans) throws DeploymentException {
        Map<DeployedBean, Set<String>> declared = declared(beans);
        Set<String> all = new HashSet<>();
        declared.values().forEach(all::addAll);
        all.removeIf(name -> !name.startsWith("java:comp/env/"));
        if (!all.isEmpty()) {
            all.removeAll(common(beans));
        }
        for (DeployedBean bean : beans) {
            Set<String> hidden = new HashSet<>(all);
            hidden.removeAll(declared.getOrDefault(bean, Set.of()));
            give(bean, hidden);
        }
    }

    /** The whole names that each bean declares by the descriptor and its annotations. */
    private Map<DeployedBean, Set<String>> declared(List<DeployedBean> beans) {
        ClassAnnotations annotations = annotations();
        Map<DeployedBean, Set<String>> declared = new HashMap<>();
        for (DeployedBean bean : beans) {
            Set<String> names = new HashSet<>(descriptor.namesOf(bean.name()));
            if (!descriptor.complete()) {
                bean.components().forEach(component -> names.addAll(annotations.names(component)));
            }
            declared.put(bean, names);
        }
        return declared;
    }

    /** The whole names that interceptors of the descriptor and classes which are no beans declare: all beans see them. */
    private Set<String> common(List<DeployedBean> beans) {
        Set<String> common = new HashSet<>(descriptor.namesOfInterceptors());
        if (!descriptor.complete()) {
            Set<Class<?>> components = new HashSet<>();
            for (DeployedBean bean : beans) {
                for (Class<?> component : bean.components()) {
                    for (Class<?> each = component; each != null; each = each.getSuperclass()) {
                        components.add(each);
                    }
                }
            }
            common.addAll(annotations().names(module.index(), components));
        }
        return common;
    }

    private ClassAnnotations annotations() {
        return new ClassAnnotations(module.attachment(Environment.class).orElseThrow(), module.classLoader());
    }

    private void give(DeployedBean bean, Set<String> hidden) throws DeploymentException {
        Environment shared = module.attachment(Environment.class).orElseThrow();
        ComponentDeclarations declarations = descriptor.namesOf(module.name(), bean.name());
        Map<String, String> ofBean = weblogic.mapped(bean.name());
        Map<String, String> targets = new LinkedHashMap<>(mapped);
        targets.putAll(ofBean);
        ComponentDescriptor own = declarations.build(targets, descriptor.complete());
        boolean maps =
                ofBean.entrySet().stream().anyMatch(each -> !each.getValue().equals(mapped.get(each.getKey())));
        if (!differing.contains(bean.name()) && !maps && !annotatedOtherwise(bean, own, shared)) {
            if (!hidden.isEmpty()) {
                Environment seen = shared.ofComponent(ComponentDescriptor.NONE, hidden);
                module.onUndeploy(seen::close);
                bean.environment(seen);
            }
            return;
        }
        Environment layer = shared.ofComponent(own, hidden);
        module.onUndeploy(layer::close);
        layer.open();
        if (!own.complete()) {
            ClassAnnotations annotations = new ClassAnnotations(layer, module.classLoader());
            for (Class<?> component : bean.components()) {
                annotations.declareMembers(component);
                annotations.declareClass(component);
            }
        }
        bean.environment(layer);
    }

    private boolean annotatedOtherwise(DeployedBean bean, ComponentDescriptor own, Environment shared) {
        Set<String> declared = new HashSet<>();
        own.environment().forEach(entry -> declared.add(entry.name()));
        own.references().forEach(reference -> declared.add(reference.name()));
        ClassAnnotations annotations = new ClassAnnotations(shared, module.classLoader());
        return !own.complete()
                && bean.components().stream().anyMatch(component -> annotations.differ(component, declared));
    }
}
