package io.keelson.ecperf.cmp;

import io.keelson.ecperf.model.WorkOrder;
import jakarta.ejb.EJBLocalObject;

/** A row of m_workorder as other beans see it. */
public interface WorkOrderRow extends EJBLocalObject, WorkOrder {}
