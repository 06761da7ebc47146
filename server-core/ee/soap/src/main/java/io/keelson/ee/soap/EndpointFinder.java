package io.keelson.ee.soap;

import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.ModuleKind;
import io.keelson.ee.soap.descriptor.DeclaredBeans;
import io.keelson.ee.soap.descriptor.DeclaredServlets;
import io.keelson.ee.soap.descriptor.PortComponent;
import io.keelson.ee.soap.descriptor.WebServices;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jspecify.annotations.Nullable;

/**
 * Finds the endpoints of a module in its index and in {@code webservices.xml}. Confined to the deploying thread.
 *
 * <p>Specification: Enterprise Web Services 2.0, 5.3 JAX-WS Service Implementation Bean.
 */
final class EndpointFinder {
    private static final DotName SERVICE = DotName.createSimple("jakarta.jws.WebService");
    private static final DotName PROVIDER = DotName.createSimple("jakarta.xml.ws.WebServiceProvider");
    private static final List<DotName> BEANS = Stream.of("Stateless", "Singleton", "Stateful")
            .map(name -> DotName.createSimple("jakarta.ejb." + name))
            .toList();

    private final Deployment module;
    private final WebServices descriptor;

    private final DeclaredServlets servlets;
    private final DeclaredBeans beans;

    private EndpointFinder(Deployment module, WebServices descriptor, DeclaredServlets servlets, DeclaredBeans beans) {
        this.module = module;
        this.descriptor = descriptor;
        this.servlets = servlets;
        this.beans = beans;
    }

    static List<Endpoint> find(Deployment module, WebServices descriptor) throws DeploymentException {
        return new EndpointFinder(module, descriptor, DeclaredServlets.read(module), DeclaredBeans.read(module)).find();
    }

    private List<Endpoint> find() throws DeploymentException {
        Map<String, ClassInfo> implementing = new TreeMap<>();
        Stream.of(SERVICE, PROVIDER)
                .flatMap(name -> module.index().getAnnotations(name).stream())
                .filter(each -> each.target() != null && each.target().kind() == AnnotationTarget.Kind.CLASS)
                .map(each -> each.target().asClass())
                .filter(type -> !type.isInterface() && !Modifier.isAbstract(type.flags()))
                .forEach(type -> implementing.put(type.name().toString(), type));
        List<Endpoint> found = new ArrayList<>();
        Set<PortComponent> used = new LinkedHashSet<>();
        for (ClassInfo type : implementing.values()) {
            String bean = beanName(type);
            if (bean == null) {
                bean = declaredBean(type);
            }
            if (bean == null && !module.kind().equals(ModuleKind.WEB)) {
                continue; // a class that another module may use
            }
            PortComponent port = port(type, bean);
            if (port != null) {
                used.add(port);
            }
            found.add(new Endpoint(type.name().toString(), bean, names(type, bean), port));
        }
        for (PortComponent port : descriptor.ports()) {
            if (used.add(port) && port.bean() != null) {
                found.add(new Endpoint("", port.bean(), List.of(port.bean()), port));
            }
        }
        return found;
    }

    private static @Nullable String beanName(ClassInfo type) {
        for (DotName kind : BEANS) {
            AnnotationInstance annotation = type.declaredAnnotation(kind);
            if (annotation != null) {
                AnnotationValue name = annotation.value("name");
                return name == null || name.asString().isEmpty() ? type.simpleName() : name.asString();
            }
        }
        return null;
    }

    /** A bean without an annotation of beans; of several of one class that which {@code webservices.xml} links. */
    private @Nullable String declaredBean(ClassInfo type) {
        List<String> names = beans.named(type.name().toString());
        return descriptor.ports().stream()
                .map(PortComponent::bean)
                .filter(names::contains)
                .findFirst()
                .orElse(names.isEmpty() ? null : names.get(0));
    }

    private @Nullable PortComponent port(ClassInfo type, @Nullable String bean) {
        AnnotationInstance annotation = annotation(type);
        AnnotationValue name = annotation == null ? null : annotation.value("portName");
        for (PortComponent each : descriptor.ports()) {
            boolean linked = bean != null
                    ? bean.equals(each.bean())
                    : servlets.classes().containsKey(each.servlet())
                            ? type.name().toString().equals(servlets.classes().get(each.servlet()))
                            : each.name().equals(type.simpleName())
                                    || each.name().equals(type.name().toString())
                                    || name != null && each.name().equals(name.asString())
                                    || descriptor.ports().size() == 1 && each.servlet() != null;
            if (linked) {
                return each;
            }
        }
        return null;
    }

    private static @Nullable AnnotationInstance annotation(ClassInfo type) {
        AnnotationInstance service = type.declaredAnnotation(SERVICE);
        return service != null ? service : type.declaredAnnotation(PROVIDER);
    }

    /** The names of the servlets that are the endpoint, or else those of bean and service: several ports may have one service. */
    private List<String> names(ClassInfo type, @Nullable String bean) {
        List<String> declaredOnes = bean == null ? servlets.named(type.name().toString()) : List.of();
        if (!declaredOnes.isEmpty()) {
            return declaredOnes;
        }
        AnnotationInstance annotation = annotation(type);
        AnnotationValue declared = annotation == null ? null : annotation.value("serviceName");
        String service =
                declared == null || declared.asString().isEmpty() ? type.simpleName() + "Service" : declared.asString();
        Set<String> names = new LinkedHashSet<>();
        if (bean != null) {
            names.add(bean);
        }
        names.add(service);
        return List.copyOf(names);
    }
}
