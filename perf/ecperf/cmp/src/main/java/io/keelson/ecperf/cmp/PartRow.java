package io.keelson.ecperf.cmp;

import io.keelson.ecperf.model.Part;
import jakarta.ejb.EJBLocalObject;

/** A row of c_part as other beans see it. */
public interface PartRow extends EJBLocalObject, Part {}
