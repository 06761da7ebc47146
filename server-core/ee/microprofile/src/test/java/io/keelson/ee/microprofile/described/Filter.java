package io.keelson.ee.microprofile.described;

import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.Operation;

/** Marks each operation. */
public class Filter implements OASFilter {
    @Override
    public Operation filterOperation(Operation operation) {
        return operation.addExtension("x-filtered", true);
    }
}
