package io.keelson.ee.jpa.unit;

import io.keelson.ee.jpa.unit.UnitDescriptor.Said;
import io.keelson.kernel.loader.ApplicationClassLoader;
import jakarta.persistence.SharedCacheMode;
import jakarta.persistence.ValidationMode;
import jakarta.persistence.spi.ClassTransformer;
import jakarta.persistence.spi.PersistenceUnitInfo;
import jakarta.persistence.spi.PersistenceUnitTransactionType;
import java.lang.instrument.ClassFileTransformer;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A unit as its provider sees it. Classes are found by the annotation index, so a provider has nothing to scan: all managed classes are
 * listed, and unlisted ones are excluded. Thread-safe.
 *
 * <p>Specification: Persistence 3.2, 9.4 javax.persistence.spi Interfaces (PersistenceUnitInfo).
 */
public final class UnitInfo implements PersistenceUnitInfo {
    private static final Pattern OTHER_PROVIDER =
            Pattern.compile("org\\.(?:eclipse\\.persistence|apache\\.openjpa)\\..*|oracle\\.toplink\\..*");
    private static final Pattern OTHER_SETTING = Pattern.compile("(?:eclipselink|openjpa|toplink)\\..*");

    private final Unit unit;
    private final ApplicationClassLoader loader;
    private final String provider;
    private final UnitSources sources;
    private final boolean withoutHibernate;
    private final Set<String> leftOut = ConcurrentHashMap.newKeySet();
    private final List<ClassFileTransformer> transformers = new CopyOnWriteArrayList<>();

    /**
     * The data sources of a unit.
     *
     * @param jta null where there is none, as the provider opens connections by itself
     * @param nonJta null where there is none
     */
    public record UnitSources(
            @Nullable DataSource jta, @Nullable DataSource nonJta) {}

    /**
     * A unit for a provider.
     *
     * @param loader of the application, or of the libraries that its modules share
     * @param provider the provider's class
     * @param withoutHibernate whether its application was written for a server that ships another provider than Hibernate
     */
    public UnitInfo(
            Unit unit, ApplicationClassLoader loader, String provider, UnitSources sources, boolean withoutHibernate) {
        this.unit = unit;
        this.loader = loader;
        this.provider = provider;
        this.sources = sources;
        this.withoutHibernate = withoutHibernate;
    }

    /**
     * Returns true if the unit was written for EclipseLink, OpenJPA or TopLink: by its settings, the provider that it names, or the
     * descriptors of its application where it has no setting of Hibernate's.
     */
    public boolean isOfAnotherProvider() {
        Said named = unit.descriptor().provider();
        return withoutHibernate && !namesHibernate()
                || named != null && OTHER_PROVIDER.matcher(named.text()).matches()
                || unit.descriptor().properties().keySet().stream()
                        .anyMatch(key -> OTHER_SETTING.matcher(key).matches());
    }

    /** Leaves a setting out of what the provider sees from now on. */
    public void leaveOut(String setting) {
        leftOut.add(setting);
    }

    /** Returns true if the unit has a setting of Hibernate's. */
    public boolean namesHibernate() {
        return unit.descriptor().properties().keySet().stream().anyMatch(key -> key.startsWith("hibernate."));
    }

    /** Takes the provider's transformers away: no class is woven any more. */
    public void release() {
        transformers.forEach(loader::removeTransformer);
        transformers.clear();
    }

    @Override
    public String getPersistenceUnitName() {
        return unit.name();
    }

    @Override
    public String getPersistenceProviderClassName() {
        return provider;
    }

    @Override
    public @Nullable String getScopeAnnotationName() {
        Said scope = unit.descriptor().scope();
        return scope == null ? null : scope.text();
    }

    @Override
    public List<String> getQualifierAnnotationNames() {
        return unit.descriptor().qualifiers().stream().map(Said::text).toList();
    }

    @Override
    @SuppressWarnings({"deprecation", "removal"}) // the interface has no other form
    public PersistenceUnitTransactionType getTransactionType() {
        return unit.descriptor().local()
                ? PersistenceUnitTransactionType.RESOURCE_LOCAL
                : PersistenceUnitTransactionType.JTA;
    }

    @Override
    public @Nullable DataSource getJtaDataSource() {
        return sources.jta();
    }

    @Override
    public @Nullable DataSource getNonJtaDataSource() {
        return sources.nonJta();
    }

    @Override
    public List<String> getMappingFileNames() {
        return new ArrayList<>(unit.mappingFiles());
    }

    @Override
    public List<URL> getJarFileUrls() {
        return new ArrayList<>(unit.jars());
    }

    @Override
    public URL getPersistenceUnitRootUrl() {
        return unit.root();
    }

    @Override
    public List<String> getManagedClassNames() {
        return new ArrayList<>(unit.managed());
    }

    @Override
    public boolean excludeUnlistedClasses() {
        return true;
    }

    @Override
    public SharedCacheMode getSharedCacheMode() {
        return unit.descriptor().cache();
    }

    @Override
    public ValidationMode getValidationMode() {
        return unit.descriptor().validation();
    }

    @Override
    public Properties getProperties() {
        Properties properties = new Properties();
        properties.putAll(unit.descriptor().properties());
        leftOut.forEach(properties::remove);
        return properties;
    }

    @Override
    public String getPersistenceXMLSchemaVersion() {
        return unit.descriptor().version();
    }

    @Override
    public ClassLoader getClassLoader() {
        return loader;
    }

    @Override
    public void addTransformer(ClassTransformer transformer) {
        ClassFileTransformer added = new WeavingTransformer(unit, transformer);
        transformers.add(added);
        loader.addTransformer(added);
    }

    @Override
    public ClassLoader getNewTempClassLoader() {
        return new TemporaryClassLoader(loader, unit);
    }
}
