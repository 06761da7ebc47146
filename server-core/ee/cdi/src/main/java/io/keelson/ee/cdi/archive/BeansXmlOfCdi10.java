package io.keelson.ee.cdi.archive;

import java.net.URL;
import java.util.List;
import org.jboss.weld.bootstrap.spi.BeanDiscoveryMode;
import org.jboss.weld.bootstrap.spi.BeansXml;
import org.jboss.weld.bootstrap.spi.Metadata;
import org.jboss.weld.bootstrap.spi.Scanning;

/**
 * A {@code beans.xml} of CDI 1.0, which has no modes: each class may be a bean. Immutable.
 *
 * @param written as it is
 */
record BeansXmlOfCdi10(BeansXml written) implements BeansXml {
    @Override
    public List<Metadata<String>> getEnabledAlternativeStereotypes() {
        return written.getEnabledAlternativeStereotypes();
    }

    @Override
    public List<Metadata<String>> getEnabledAlternativeClasses() {
        return written.getEnabledAlternativeClasses();
    }

    @Override
    public List<Metadata<String>> getEnabledDecorators() {
        return written.getEnabledDecorators();
    }

    @Override
    public List<Metadata<String>> getEnabledInterceptors() {
        return written.getEnabledInterceptors();
    }

    @Override
    public Scanning getScanning() {
        return written.getScanning();
    }

    @Override
    public URL getUrl() {
        return written.getUrl();
    }

    @Override
    public BeanDiscoveryMode getBeanDiscoveryMode() {
        return BeanDiscoveryMode.ALL;
    }

    @Override
    public String getVersion() {
        return written.getVersion();
    }

    @Override
    public boolean isTrimmed() {
        return written.isTrimmed();
    }
}
