package io.keelson.ee.jpa;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ee.jpa.unit.Unit;
import io.keelson.ee.jpa.unit.UnitDescriptor.Said;
import io.keelson.kernel.config.NearestName;

/** Looks if the classes and mapping files that a unit lists are in the application, so that a wrong name is said with its line. */
final class ReferencedFiles {
    private ReferencedFiles() {}

    static void check(Unit unit, ClassLoader loader) throws DeploymentException {
        for (Said said : unit.descriptor().classes()) {
            if (loader.getResource(said.text().replace('.', '/') + ".class") == null) {
                throw new DeploymentException(
                        said.where() + ": the class '" + said.text() + "' of the persistence unit '" + unit.name()
                                + "' is not in the application" + NearestName.hint(said.text(), unit.found()));
            }
        }
        for (Said said : unit.descriptor().mappingFiles()) {
            if (loader.getResource(said.text()) == null) {
                throw new DeploymentException(said.where() + ": the mapping-file '" + said.text()
                        + "' of the persistence unit '" + unit.name()
                        + "' is not in the application; it is a path below WEB-INF/classes or in a library");
            }
        }
    }
}
