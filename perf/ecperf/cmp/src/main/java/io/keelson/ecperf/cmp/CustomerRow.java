package io.keelson.ecperf.cmp;

import io.keelson.ecperf.model.Customer;
import jakarta.ejb.EJBLocalObject;

/** A row of c_customer as other beans see it. */
public interface CustomerRow extends EJBLocalObject, Customer {}
