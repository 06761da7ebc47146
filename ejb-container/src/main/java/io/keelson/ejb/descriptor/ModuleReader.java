package io.keelson.ejb.descriptor;

import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ejb.model.ApplicationExceptions;
import io.keelson.ejb.model.BeanKind;
import io.keelson.ejb.model.BeanModel;
import io.keelson.ejb.model.BeanReader;
import io.keelson.ejb.model.BeanRules;
import io.keelson.ejb.model.EntitySettings;
import io.keelson.ejb.model.Given;
import io.keelson.ejb.model.Views;
import io.keelson.ejb.schema.EntitySchema;
import io.keelson.ejb.schema.SchemaReader;
import io.keelson.ejb.schema.Schemas;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the beans of one module from annotations and descriptor. Confined to the deploying thread.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 14.2.
 */
public final class ModuleReader {
    private final Deployment module;
    private final EjbJar descriptor;
    private final WeblogicEjbJar weblogic;
    private Schemas schemas = new Schemas();

    /** Makes a reader of a module whose classes can be loaded. */
    public ModuleReader(Deployment module, EjbJar descriptor) {
        this.module = module;
        this.weblogic = module.attachment(WeblogicEjbJar.class).orElse(WeblogicEjbJar.NONE);
        this.descriptor = descriptor;
    }

    /**
     * Reads the beans.
     *
     * @param annotated the names of classes with an annotation of beans
     * @throws DeploymentException when a class is missing, or beans break rules of the specification; it names all of them
     */
    public List<BeanModel> read(Set<String> annotated) throws DeploymentException {
        BeanRules rules = new BeanRules();
        ApplicationExceptions exceptions = descriptor.exceptions();
        Map<String, BeanModel> models = new LinkedHashMap<>();
        Set<String> declared = new HashSet<>();
        for (String className : annotated) {
            Class<?> type = loaded(className, className);
            BeanModel model = BeanReader.read(type, new BeanRules(), exceptions);
            if (model == null) {
                continue;
            }
            BeanDeclaration declaration = descriptor.beans().get(model.name());
            BeanModel read;
            if (declaration != null && (declaration.className() == null || className.equals(declaration.className()))) {
                read = BeanReader.read(type, rules, exceptions, given(declaration));
                declared.add(model.name());
            } else {
                read = BeanReader.read(type, rules, exceptions);
            }
            if (read != null && models.put(read.name(), read) != null) {
                rules.broken(
                        "4.9.1", className, "has the name '" + read.name() + "', which another bean of its module has");
            }
        }
        schemas = schemas();
        module.attach(Schemas.class, schemas);
        for (BeanDeclaration each : descriptor.beans().values()) {
            if (declared.add(each.name())) {
                models.put(each.name(), read(each, rules, exceptions));
            }
        }
        if (!rules.findings().isEmpty()) {
            throw new DeploymentException(String.join("; ", rules.findings()));
        }
        List<BeanModel> all = new ArrayList<>();
        for (BeanModel each : models.values()) {
            all.add(weblogic.overlaid(BeanOverlay.apply(descriptor, each)));
        }
        return all;
    }

    private BeanModel read(BeanDeclaration declaration, BeanRules rules, ApplicationExceptions exceptions)
            throws DeploymentException {
        String className = declaration.className();
        if (className == null) {
            throw declaration
                    .element()
                    .wrong("declares the bean '" + declaration.name()
                            + "' without an ejb-class, and no class has an annotation with that name");
        }
        Class<?> type = loaded(className, declaration.element().location() + ": <ejb-class>");
        if (declaration.kind() == BeanKind.ENTITY) {
            return entity(declaration, type, rules, exceptions);
        }
        BeanModel read = BeanReader.read(type, rules, exceptions, given(declaration));
        if (read == null) {
            throw declaration
                    .element()
                    .wrong("declares the bean '" + declaration.name() + "' without a session-type, and " + className
                            + " has no annotation of a bean");
        }
        return read;
    }

    /** The schemas of the entity beans with container-managed persistence. */
    private Schemas schemas() throws DeploymentException {
        List<Element> entities = new ArrayList<>();
        for (BeanDeclaration each : descriptor.beans().values()) {
            boolean container = "container".equalsIgnoreCase(each.element().textOf("persistence-type"));
            if (each.kind() == BeanKind.ENTITY && container) {
                EntityReader.checkVersion(each.element());
                entities.add(each.element());
            }
        }
        return new SchemaReader(
                        (element, name) -> loaded(name, element.location().toString()),
                        weblogic.mappings(),
                        this::persistentFields)
                .read(entities, descriptor.relationships());
    }

    /** Without a version the persistence is of the time of the descriptor (Enterprise JavaBeans 2.1, 19.2). */
    private boolean persistentFields(Element entity) {
        String version = entity.textOf("cmp-version");
        return version == null ? descriptor.version1() : version.startsWith("1");
    }

    private BeanModel entity(
            BeanDeclaration declaration, Class<?> type, BeanRules rules, ApplicationExceptions exceptions)
            throws DeploymentException {
        Element element = declaration.element();
        Class<?> key = loaded(element.requiredTextOf("prim-key-class"), element.location() + ": <prim-key-class>");
        boolean container = "container".equalsIgnoreCase(element.textOf("persistence-type"));
        EntitySettings settings = weblogic.settings(declaration.name(), container);
        EntitySchema schema = schemas.byBean().get(declaration.name());
        return new EntityReader(element, type, homes(element), rules, schema)
                .read(declaration.name(), key, settings, exceptions);
    }

    private Given given(BeanDeclaration declaration) throws DeploymentException {
        return new Given(
                declaration.name(),
                declaration.kind(),
                classes(declaration.element(), "business-local"),
                classes(declaration.element(), "business-remote"),
                declaration.element().has("local-bean"),
                homes(declaration.element()));
    }

    private List<Views.Home> homes(Element bean) throws DeploymentException {
        List<Views.Home> homes = new ArrayList<>();
        home(bean, "home", "remote", homes);
        home(bean, "local-home", "local", homes);
        return homes;
    }

    private void home(Element bean, String home, String component, List<Views.Home> homes) throws DeploymentException {
        Element declared = bean.first(home);
        if (declared == null) {
            return;
        }
        Element of = bean.first(component);
        if (of == null) {
            throw declared.wrong("names a home interface, and the bean has no <" + component + ">");
        }
        homes.add(new Views.Home(
                loaded(declared.requiredText(), declared.location() + ": <" + home + ">"),
                loaded(of.requiredText(), of.location() + ": <" + component + ">"),
                home.equals("home")));
    }

    private List<Class<?>> classes(Element element, String child) throws DeploymentException {
        List<Class<?>> classes = new ArrayList<>();
        for (Element each : element.all(child)) {
            classes.add(loaded(each.requiredText(), each.location() + ": <" + child + ">"));
        }
        return classes;
    }

    private Class<?> loaded(String className, String place) throws DeploymentException {
        try {
            return Class.forName(className, false, module.classLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            throw new DeploymentException(place + ": the class " + className + " of a bean cannot be loaded: " + e, e);
        }
    }
}
