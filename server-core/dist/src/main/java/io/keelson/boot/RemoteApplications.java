package io.keelson.boot;

import io.keelson.base.work.WorkScope;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.WholeApplication;
import io.keelson.remoting.RemoteObjects;
import io.keelson.remoting.spi.CallWork;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Opens each application for remote calls, which run on its work managers and in its invocation context. The classes that an
 * application reads beside those of its remote interfaces' packages it names in {@value #ALLOWED}, one a line.
 */
record RemoteApplications(RemoteObjects remote) implements Contributor {
    static final String ALLOWED = "META-INF/keelson-remote-classes";

    @Override
    public String name() {
        return "remoting";
    }

    @Override
    public void prepare(Deployment deployment) throws DeploymentException {
        ClassLoader loader = deployment.classLoader();
        RemoteObjects.Application application = remote.application(
                deployment.name(),
                loader,
                work(deployment),
                new ApplicationScope(deployment.name(), loader),
                allowed(deployment.name(), loader));
        deployment.attach(RemoteObjects.Application.class, application);
        deployment.onUndeploy(application::close);
    }

    /** Objects of the libraries that all modules share are called as the first of them. */
    @Override
    public void prepared(WholeApplication whole) throws DeploymentException {
        ClassLoader shared = whole.sharedClassLoader().orElse(null);
        if (shared == null) {
            return;
        }
        Deployment first = whole.modules().get(0);
        RemoteObjects.Application application = remote.application(
                whole.name(),
                shared,
                work(first),
                new ApplicationScope(first.name(), first.classLoader()),
                allowed(whole.name(), shared));
        first.onUndeploy(application::close);
    }

    /** By what the module's descriptor declares, then as the application and the domain do. */
    private static CallWork work(Deployment deployment) {
        return new CallWork(
                deployment.workManager(),
                name -> deployment
                        .attachment(WorkScope.class)
                        .orElseGet(deployment::workScope)
                        .named(name));
    }

    static List<String> allowed(String application, ClassLoader loader) throws DeploymentException {
        List<String> patterns = new ArrayList<>();
        try {
            for (URL file : Collections.list(loader.getResources(ALLOWED))) {
                try (InputStream in = file.openStream();
                        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
                    lines.lines()
                            .map(String::trim)
                            .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                            .forEach(patterns::add);
                }
            }
        } catch (IOException e) {
            throw new DeploymentException(ALLOWED + " of " + application + " cannot be read: " + e.getMessage(), e);
        }
        return patterns;
    }
}
